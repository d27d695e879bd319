import { describe, expect, it, onTestFinished } from 'vitest';
import { ContentSweep, ResponseCache } from '#content';
import { UsageRollUp } from '#insight';
import { AdminClient } from '../../support/admin.js';
import { startGateway, type CallOptions } from '../../support/gateway.js';
import { idOf, type Answer } from '../../support/http.js';
import { NANO_IN, NANO_OUT } from '../../support/settings.js';

const CACHING = {
  protection: { mode: 'tokenize' },
  content_retention_days: 1,
  response_cache: { enabled: true, ttl_seconds: 600 },
};
const WORKLOADS = [
  { name: 'default' },
  { name: 'other' },
  { name: 'uncached', response_cache: { mode: 'off' } },
  { name: 'narrow', allowed_models: ['sandbox/small'] },
  { name: 'paced', rpm: 3 },
];
const SETTINGS = { organisation: CACHING, workloads: WORKLOADS };
const gateway = await startGateway(SETTINGS);
const owner = await AdminClient.setUp(gateway);
const sql = gateway.database.owner.dataSource;
const cache = gateway.app.get(ResponseCache, { strict: false });

const MEMORY_MS = 2_000;
/** What is on its way into the cache is there, and found in the database alone. */
const stored = async (): Promise<void> => {
  await gateway.records.settled();
  await cache.drained();
  gateway.clock.skip(MEMORY_MS);
};
const withSettings = (settings: object) => {
  onTestFinished(() => gateway.apply(SETTINGS));
  return gateway.apply({ ...SETTINGS, ...settings });
};
const echo = (text: string, more: object = {}, options: CallOptions = {}) =>
  gateway.chat(
    { model: 'sandbox/echo', messages: [{ role: 'user', content: text }], ...more },
    options,
  );
const stateOf = ({ headers }: Answer) => headers['x-gw-cache'];
const twice = async (ask: () => Promise<Answer>) => {
  const first = await ask();
  await stored();
  return [first, await ask()] as const;
};
const statesOf = async (ask: () => Promise<Answer>) => (await twice(ask)).map(stateOf);

const FORMATS = {
  chat: {
    path: () => '/v1/chat/completions',
    body: (text: string) => ({
      model: 'sandbox/echo',
      messages: [{ role: 'user', content: text }],
    }),
    words: /"content":"((?:[^"\\]|\\.)*)"/g,
  },
  messages: {
    path: () => '/v1/messages',
    body: (text: string) => ({
      model: 'sandbox/echo',
      max_tokens: 100,
      messages: [{ role: 'user', content: text }],
    }),
    words: /"text":"((?:[^"\\]|\\.)*)"/g,
  },
  gemini: {
    path: (isStreaming: boolean) =>
      `/v1beta/models/sandbox/echo:${isStreaming ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: (text: string) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
    words: /"text":"((?:[^"\\]|\\.)*)"/g,
  },
  responses: {
    path: () => '/v1/responses',
    body: (text: string) => ({ model: 'sandbox/echo', input: text, store: false }),
    words: /"(?:delta)":"((?:[^"\\]|\\.)*)"/g,
  },
} as const;
type Name = keyof typeof FORMATS;

const ask = (name: Name, text: string, isStreaming: boolean) => {
  const { path, body } = FORMATS[name];
  const stream = name !== 'gemini' && isStreaming ? { stream: true } : {};
  return gateway.post(path(isStreaming), { ...body(text), ...stream });
};
const wordsIn = (name: Name, { text }: Answer, isStreaming: boolean) => {
  const { words } = FORMATS[name];
  const whole = name === 'responses' && !isStreaming ? FORMATS.messages.words : words;
  return [...text.matchAll(whole)].map(([, said]) => said).join('');
};

/** What the answer took when it was made, beside its usage. */
const CACHED = /,"gw":\{"cached":\{(?:[^{}]|\{[^{}]*\})*\}\}/g;

describe('an equal request', () => {
  const ways = (Object.keys(FORMATS) as Name[]).flatMap((name) =>
    [false, true].flatMap((first) => [false, true].map((second) => [name, first, second] as const)),
  );
  it.each(ways)('in the format %s, streamed: %s, then %s', async (name, first, second) => {
    const text = `Tell Ann (${name} ${first} ${second}) about ann.${name}@example.org, who waits for a long and winding answer.`;
    await gateway.sandbox.clear();
    const answered = await ask(name, text, first);
    await stored();
    const again = await ask(name, text, second);
    expect([answered, again].map(stateOf)).toEqual(['miss', 'hit']);
    expect(again.headers['age']).toMatch(/^\d+$/);
    expect(wordsIn(name, again, second)).toBe(wordsIn(name, answered, first));
    expect(wordsIn(name, again, second)).toContain(`ann.${name}@example.org`);
    expect(await gateway.sandbox.requests()).toHaveLength(1);
    const told = again.text.replaceAll(CACHED, '');
    const counts = [...told.matchAll(/"\w*tokens?\w*":(\d+)/gi)].map(([, count]) => count);
    expect(new Set(counts)).not.toContain('1');
    expect(counts.every((count) => count === '0')).toBe(true);
  });

  it('costs nothing, counts as a request, and is on record as what it is', async () => {
    const [first, again] = await twice(() => echo('What does it cost?', {}, { workload: 'paced' }));
    const before = await gateway.records.entry(idOf(first));
    const entry = await gateway.records.entry(idOf(again));
    const saved = (before.tokens?.in ?? 0) * NANO_IN + (before.tokens?.out ?? 0) * NANO_OUT;
    expect(entry).toMatchObject({
      type: 'call',
      outcome: 'ok',
      cache_hit: 'exact',
      saved_nano: String(saved),
      attempts: [],
      tokens: null,
      provider: 'sandbox',
      model_routed: 'sandbox/echo',
      price: { nano: '0', hold_nano: '0', basis: 'none' },
    });
    expect(before.cache_hit).toBe('none');
    expect(await gateway.records.ledger(idOf(again))).toEqual([{ kind: 'void', nano: 0n }]);
    expect((await echo('What does it cost?', {}, { workload: 'paced' })).status).toBe(200);
    expect((await echo('What does it cost?', {}, { workload: 'paced' })).status).toBe(429);
    await gateway.app.get(UsageRollUp).rollUp();
    const view = (await owner.get('/cache')).json<{
      hits: number;
      saved: string;
      entries: number;
    }>();
    expect(view.hits).toBeGreaterThan(1);
    expect(Number(view.saved)).toBeGreaterThan(0);
    expect(view.entries).toBeGreaterThan(1);
    // What others called and spared is for who sees what they spend.
    const member = await owner.invited('member', 'cache@example.com');
    expect((await member.get('/cache')).json()).toMatchObject({ answered: 0, hits: 0, days: [] });
  });

  it('is one of equal pseudonyms, and gets its own values back', async () => {
    const say = (mail: string) => echo(`Greet ${mail} for me`);
    const [first, again] = await twice(() => say('jane@example.org'));
    expect([first, again].map(stateOf)).toEqual(['miss', 'hit']);
    const other = await say('john@example.org');
    expect(stateOf(other)).toBe('miss');
    for (const answer of [first, again]) expect(answer.text).toContain('jane@example.org');
    expect(other.text).toContain('john@example.org');
    expect(other.text).not.toContain('jane');
  });

  it('that comes while the first is answered waits for it', async () => {
    await gateway.sandbox.clear();
    await gateway.sandbox.script('delay=300');
    const both = await Promise.all([echo('Two at once'), echo('Two at once')]);
    expect(new Set(both.map(stateOf))).toEqual(new Set(['hit', 'miss']));
    expect(await gateway.sandbox.requests()).toHaveLength(1);
  });

  it('goes on by itself where the first was refused after all', async () => {
    await gateway.sandbox.clear();
    await gateway.sandbox.script('status=400');
    const both = await Promise.all([echo('One fails'), echo('One fails')]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]));
  });
});

describe('is not given', () => {
  it('to another workload, unless they share answers', async () => {
    await twice(() => echo('Of one workload'));
    expect(stateOf(await echo('Of one workload', {}, { workload: 'other' }))).toBe('miss');
    await withSettings({
      organisation: { ...CACHING, response_cache: { enabled: true, shared: true } },
    });
    await twice(() => echo('Of all workloads'));
    expect(stateOf(await echo('Of all workloads', {}, { workload: 'other' }))).toBe('hit');
    const refused = await echo('Of all workloads', {}, { workload: 'narrow' });
    expect([refused.status, stateOf(refused)]).toEqual([403, undefined]);
  });

  it('where its workload has none', async () => {
    expect(await statesOf(() => echo('Of no cache', {}, { workload: 'uncached' }))).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('where the policy has changed', async () => {
    await twice(() => echo('By the policy of now'));
    await withSettings({ organisation: { ...CACHING, protection: { mode: 'mask' } } });
    expect(stateOf(await echo('By the policy of now'))).toBe('miss');
  });

  const EXCEPTED = { reason: 'for a while', until: '2999-01-01T00:00:00Z' };
  /** Nothing else happens between an answer that is kept and the same request under these settings. */
  const STRICTER: readonly [string, object, object, string | number | undefined][] = [
    [
      'values are masked',
      {},
      { organisation: { ...CACHING, protection: { mode: 'mask' } } },
      'miss',
    ],
    [
      'values are refused',
      {},
      { organisation: { ...CACHING, protection: { mode: 'block' } } },
      422,
    ],
    [
      'a kind is refused',
      {},
      {
        organisation: {
          ...CACHING,
          protection: { mode: 'tokenize', kinds: [{ name: 'email', action: 'block' }] },
        },
      },
      422,
    ],
    [
      'answers are masked',
      {},
      { organisation: { ...CACHING, protection: { mode: 'tokenize', answers: 'mask' } } },
      'miss',
    ],
    [
      'data may not speak to the model',
      {},
      { organisation: { ...CACHING, protection: { mode: 'tokenize', injection: 'block' } } },
      'miss',
    ],
    [
      'an exception has ended',
      {
        workloads: [
          { name: 'default', protection: { exceptions: [{ kinds: ['email'], ...EXCEPTED }] } },
        ],
      },
      {},
      'miss',
    ],
    [
      'its provider is elsewhere by now',
      { organisation: { ...CACHING, residency: { mode: 'enforce', preset: 'eu' } } },
      {
        organisation: { ...CACHING, residency: { mode: 'enforce', preset: 'eu' } },
        sandbox: { location: { zone: 'US', guaranteed: true } },
      },
      403,
    ],
    ['its provider is switched off', {}, { sandbox: { enabled: false } }, 403],
    [
      'its model is not allowed any more',
      {},
      { workloads: [{ name: 'default', allowed_models: ['sandbox/small'] }] },
      403,
    ],
    [
      'nothing is outside of its scope any more',
      {},
      {
        workloads: [
          {
            name: 'default',
            scope: { mode: 'flag', statement: 'Questions about parcels.', judge: 'sandbox/small' },
          },
        ],
      },
      'miss',
    ],
    [
      'its workload has no cache any more',
      {},
      { workloads: [{ name: 'default', response_cache: { mode: 'off' } }] },
      undefined,
    ],
    [
      'no content is kept any more',
      {},
      { organisation: { ...CACHING, content_retention_days: 0 } },
      undefined,
    ],
    ['its workload is gone', {}, { workloads: [{ name: 'other' }] }, 401],
  ];
  it.each(STRICTER)('where %s', async (name, before, after, expected) => {
    await withSettings(before);
    const say = () => echo(`Ann of ann.of.it@example.org asks: ${name}`);
    expect(await statesOf(say)).toEqual(['miss', 'hit']);
    await gateway.apply({ ...SETTINGS, ...after });
    const answer = await say();
    expect(typeof expected === 'number' ? answer.status : stateOf(answer)).toBe(expected);
    if (typeof expected === 'number') expect(stateOf(answer)).toBeUndefined();
  });

  it('for longer than by the time of now, of who asks', async () => {
    const ofTime = (seconds: number) => ({
      organisation: {
        ...CACHING,
        response_cache: { enabled: true, ttl_seconds: seconds, shared: true },
      },
      workloads: [...WORKLOADS, { name: 'hasty', response_cache: { ttl_seconds: 60 } }],
    });
    await withSettings(ofTime(600));
    for (const text of ['Ten minutes, or one', 'Ten minutes, then one']) await echo(text);
    await stored();
    const { nowMs } = gateway.clock;
    onTestFinished(() => void (gateway.clock.nowMs = nowMs));
    gateway.clock.nowMs = () => Date.now() + 90_000;
    expect(stateOf(await echo('Ten minutes, or one'))).toBe('hit');
    const options = { workload: 'hasty', headers: { 'cache-control': 'max-age=600' } };
    expect(stateOf(await echo('Ten minutes, or one', {}, options))).toBe('miss');
    await gateway.apply(ofTime(60));
    expect(stateOf(await echo('Ten minutes, then one'))).toBe('miss');
  });

  it('where the endpoint that made it may not be asked any more', async () => {
    const providers = [{ name: 'far', location: { zone: 'US', guaranteed: true } }];
    const aliases = [{ name: 'ours', targets: [{ model: 'sandbox/echo' }] }];
    await withSettings({ providers, aliases });
    const far = () => echo('Within reach', { model: 'far/echo' });
    const ours = () => echo('By another name', { model: 'ours' });
    expect(await statesOf(far)).toEqual(['miss', 'hit']);
    expect(await statesOf(ours)).toEqual(['miss', 'hit']);
    const residency = { mode: 'enforce', preset: 'eu' };
    const elsewhere = [{ name: 'ours', targets: [{ model: 'sandbox/small' }] }];
    await gateway.apply({
      ...SETTINGS,
      organisation: { ...CACHING, residency },
      providers,
      aliases: elsewhere,
    });
    const refused = await far();
    expect([refused.status, stateOf(refused)]).toEqual([403, undefined]);
    expect(stateOf(await ours())).toBe('miss');
  });

  it.each<[string, object]>([
    ['cache-control: no-store', { 'cache-control': 'no-store' }],
    ['x-gw-cache: bypass', { 'x-gw-cache': 'bypass' }],
  ])('to who does not want it: %s', async (name, headers) => {
    const options = { headers: headers as Record<string, string> };
    expect(await statesOf(() => echo(name, {}, options))).toEqual(['bypass', 'bypass']);
    expect(stateOf(await echo(name))).toBe('miss'); // Nothing was kept, either.
  });

  it('to who wants a new one, or a younger one', async () => {
    await twice(() => echo('How old?'));
    const withControl = (value: string) =>
      echo('How old?', {}, { headers: { 'cache-control': value } });
    expect(stateOf(await withControl('max-age=600'))).toBe('hit');
    expect(stateOf(await withControl('max-age=0'))).toBe('miss');
    expect(stateOf(await withControl('no-cache'))).toBe('miss');
    const odd = await echo('How old?', {}, { headers: { 'x-gw-cache': 'of-course' } });
    expect([odd.status, odd.json<{ error: { param: string } }>().error.param]).toEqual([
      400,
      'x-gw-cache',
    ]);
  });

  it.each<[string, object]>([
    ['tools that a provider runs', { tools: [{ type: 'web_search' }] }],
    ['several choices', { n: 2 }],
    ['probabilities', { logprobs: true }],
    ['a member that nobody knows', { novelty: 1 }],
  ])('to who asks for %s', async (name, more) => {
    const [first] = await twice(() => echo(name, more));
    expect(stateOf(first) ?? 'refused').not.toBe('miss');
    expect(stateOf(first) ?? 'refused').not.toBe('hit');
  });

  it.each<[string, object]>([
    ['an error', { status: 400 }],
    ['a stream that broke off', { cut: 2 }],
  ])('out of %s', async (name, { status, cut }: { status?: number; cut?: number }) => {
    await gateway.sandbox.script(status ? `status=${status}` : `cut=${cut}`);
    const stream = cut !== undefined;
    await echo(`A long enough text to be cut somewhere: ${name}`, { stream });
    await stored();
    const again = await echo(`A long enough text to be cut somewhere: ${name}`, { stream });
    expect(stateOf(again)).toBe('miss');
  });
});

describe('what lies in the database', () => {
  it('is unreadable, and is given after a restart', async () => {
    const [, again] = await twice(() => echo('The words of the vault'));
    expect(stateOf(again)).toBe('hit'); // Memory was too old: see `stored`.
    const rows = await sql.query<{ sealed: Buffer; digest: Buffer }[]>(
      'SELECT sealed, digest FROM cached_answer',
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const { sealed } of rows) expect(sealed.includes('words of the vault')).toBe(false);
  });

  it.each<[string, string]>([
    ['changed', 'sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1)'],
    ['cut', 'sealed = substring(sealed FROM 1 FOR length(sealed) - 8)'],
    ['told to be of another call', 'call_id = gen_random_uuid()'],
  ])('and was %s is given to nobody, and counted', async (name, change) => {
    await twice(() => echo(`Do not touch: ${name}`));
    await stored();
    await sql.query(`UPDATE cached_answer SET ${change}`);
    const before = cache.counters.damaged;
    const again = await echo(`Do not touch: ${name}`);
    expect([again.status, stateOf(again)]).toEqual([200, 'miss']);
    expect(cache.counters.damaged).toBe(before + 1);
    await stored();
    expect(stateOf(await echo(`Do not touch: ${name}`))).toBe('hit'); // Made anew.
  });

  it('goes when its time is over, with an erasure of its call, and with a purge', async () => {
    const [first] = await twice(() => echo('For a while'));
    expect((await owner.delete(`/audit/${idOf(first)}/content`)).status).toBe(204);
    await stored();
    expect(stateOf(await echo('For a while'))).toBe('miss');
    await stored();
    expect(stateOf(await echo('For a while'))).toBe('hit');
    const purged = (await owner.post('/cache/purge')).json<{ purged: number }>();
    expect(purged.purged).toBeGreaterThan(0);
    expect(stateOf(await echo('For a while'))).toBe('miss');
    await stored();
    expect(stateOf(await echo('For a while'))).toBe('hit');
    await sql.query(`UPDATE cached_answer SET expires_at = now() - interval '1 second'`);
    await gateway.app.get(ContentSweep, { strict: false }).sweep();
    await stored();
    expect(stateOf(await echo('For a while'))).toBe('miss');
  });

  it('goes with the content of its time, where that is kept for fewer days now', async () => {
    await twice(() => echo('Of another week'));
    await sql.query(`UPDATE cached_answer SET expires_at = now() + interval '5 days'`);
    const leftOf = async (age: string): Promise<number> => {
      await sql.query('UPDATE cached_answer SET stored_at = now() - $1::interval', [age]);
      await gateway.app.get(ContentSweep, { strict: false }).sweep();
      return (await sql.query<unknown[]>('SELECT FROM cached_answer')).length;
    };
    expect(await leftOf('1 hour')).toBeGreaterThan(0);
    expect(await leftOf('2 days')).toBe(0);
  });

  it('goes where no content is kept any more', async () => {
    await twice(() => echo('As long as anything is kept'));
    await withSettings({ organisation: { ...CACHING, content_retention_days: 0 } });
    expect(stateOf(await echo('As long as anything is kept'))).toBeUndefined();
    await gateway.app.get(ContentSweep, { strict: false }).sweep();
    expect(await sql.query('SELECT FROM cached_answer')).toEqual([]);
  });
});

it('without a database to ask, calls are answered by their provider', async () => {
  await twice(() => echo('Come what may'));
  await sql.query('REVOKE SELECT ON cached_answer FROM gw_app');
  onTestFinished(async () => void (await sql.query('GRANT SELECT ON cached_answer TO gw_app')));
  gateway.clock.skip(MEMORY_MS);
  const failures = cache.counters.failures;
  const answer = await echo('Come what may');
  expect([answer.status, stateOf(answer)]).toEqual([200, 'miss']);
  expect(cache.counters.failures).toBeGreaterThan(failures);
});
