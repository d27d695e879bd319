import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EndUserIndex, eraseCall, eraseEndUser, type Entry } from '#audit';
import { ContentQueue, ResponseCache } from '#content';
import { Ids, SystemEntropy, type OrganisationId } from '#kernel';
import { InstanceSecrets, ReplicaId } from '#platform';
import { chatClients } from '../../support/any-chat.js';
import { blocksOf } from '../../support/events.js';
import { FORMATS } from '../../support/four-formats.js';
import { idOf } from '../../support/http.js';
import { JudgeServer } from '../../support/judge-server.js';
import { learn } from '../../support/knowledge.js';
import { events, json, ReplayServer } from '../../support/replay-server.js';
import {
  CARE,
  QUESTION,
  scripted,
  search,
  startSearchedChats,
  TAX,
} from '../../support/searched-chats.js';
import { PRICE } from '../../support/settings.js';

vi.setConfig({ testTimeout: 180_000 }); // Children are started for the first document.

const provider = await ReplayServer.start();
afterAll(() => provider.close());
const judge = await JudgeServer.start('poem');
afterAll(() => judge.close());

const ECHO = 'sandbox/echo';
const UNCACHED = { response_cache: { mode: 'off' } };
const SEARCHING = ['default', 'poor', 'guarded', 'cached', 'scoped', 'paced'];
const { gateway, owner, store, change, onRecord } = await startSearchedChats(
  {
    organisation: {
      content_retention_days: 1,
      response_cache: { enabled: true },
      auto: { routes: [{ name: 'general', low: [ECHO], medium: [ECHO], high: [ECHO] }] },
    },
    workloads: [
      { ...UNCACHED, name: 'default', rpm: 100_000 },
      { ...UNCACHED, name: 'plain' },
      { ...UNCACHED, name: 'paced', rpm: 1 },
      { ...UNCACHED, name: 'poor', budget: { amount: '1', period: 'total' } },
      { ...UNCACHED, name: 'guarded', protection: { mode: 'tokenize' } },
      { name: 'cached' },
      {
        ...UNCACHED,
        name: 'scoped',
        scope: { mode: 'block', statement: 'Questions about taxes.', judge: 'judge/small' },
      },
    ],
    models: [{ id: 'plain-echo', price: PRICE, supports: ['json'] }],
    aliases: [{ name: 'either', targets: [{ model: ECHO }], fallbacks: ['sandbox/plain-echo'] }],
    providers: [
      {
        name: 'told',
        base_url: provider.url,
        serves_responses: false,
        models: [{ id: 'any', price: PRICE }],
      },
      { name: 'sealing', base_url: provider.url, models: [{ id: 'any', price: PRICE }] },
      { name: 'judge', base_url: judge.url, models: [{ id: 'small', price: PRICE }] },
    ],
  },
  SEARCHING,
);
beforeEach(() => gateway.sandbox.clear());

const MEMORY_MS = 2_000; // What is in the cache is found in the database alone from then on.
const KEEPALIVE_SKIP_MS = 30_000; // Longer than a stream is silent.
const UNSTORED = { store: false };
const stateOf = ({ headers }: { readonly headers: object }) =>
  (headers as Record<string, unknown>)['x-gw-knowledge'];
const sent = async () =>
  (await gateway.sandbox.requests()).filter(({ path }) => path.endsWith('/chat/completions'));
const outcomesOf = (entries: readonly Entry[]) =>
  entries.map((entry) => (entry.type === 'call' ? entry.outcome : entry.type));

describe('a request is left as it is', () => {
  const tools = (name: string) => [{ type: 'function', function: { name, parameters: {} } }];
  const asking = [{ role: 'user', content: QUESTION }];

  it('where its workload does not have it, to the byte', async () => {
    const body = `{"messages":[{"role":"user","content":"Hi"}], "model":"sandbox/echo"}`;
    const answer = await gateway.post('/v1/chat/completions', body, { workload: 'plain' });
    expect([answer.status, stateOf(answer)]).toEqual([200, undefined]);
    const [request] = await sent();
    expect(request?.body).toBe(body.replace('sandbox/echo', 'echo'));
  });

  it.each([
    ['defined', { tools: tools('search_knowledge') }],
    ['choice', { tool_choice: 'none', tools: tools('f') }],
    ['choice', { tool_choice: 'required', tools: tools('f') }],
    ['choice', { tool_choice: { type: 'function', function: { name: 'f' } }, tools: tools('f') }],
    ['skip', { n: 2 }],
    ['skip', { logprobs: true }],
    ['skip', { model: 'sandbox/plain-echo' }],
    ['skip', { model: 'either' }],
  ])('and says so: %s', async (state, fields) => {
    const answer = await gateway.chat({ model: ECHO, messages: asking, ...fields });
    expect([answer.status, stateOf(answer)], answer.text).toEqual([200, state]);
    const [request] = await sent();
    expect(request?.body.match(/search_knowledge/g)?.length ?? 0).toBe(state === 'defined' ? 1 : 0);
  });

  it('where its caller has the tool, and the call is the caller’s', async () => {
    const answer = await gateway.chat({ model: ECHO, tools: tools('search_knowledge') });
    expect(answer.json()).toMatchObject({
      choices: [{ message: { tool_calls: [{ function: { name: 'search_knowledge' } }] } }],
    });
  });

  it('in each format', async () => {
    const own = { name: 'search_knowledge' };
    const messages = { model: ECHO, max_tokens: 9, messages: asking };
    const asked: [string, object, string][] = [
      ['/v1/responses', { model: ECHO, input: 'Hi' }, 'skip'],
      ['/v1/responses', { model: ECHO, input: 'Hi', background: true }, 'skip'],
      ['/v1/responses', { model: ECHO, input: 'Hi', store: false, tool_choice: 'none' }, 'choice'],
      [
        '/v1/messages',
        {
          ...messages,
          tools: [{ ...own, input_schema: { type: 'object' } }],
        },
        'defined',
      ],
      [
        '/v1/messages',
        {
          ...messages,
          tools: [{ name: 'f', input_schema: { type: 'object' } }],
          tool_choice: { type: 'any' },
        },
        'choice',
      ],
      [
        `/v1beta/models/${ECHO}:generateContent`,
        { contents: [{ parts: [{ text: 'Hi' }] }], tools: [{ functionDeclarations: [own] }] },
        'defined',
      ],
      [
        `/v1beta/models/${ECHO}:generateContent`,
        {
          contents: [{ parts: [{ text: 'Hi' }] }],
          tools: [{ functionDeclarations: [{ name: 'f' }] }],
          toolConfig: { functionCallingConfig: { mode: 'ANY' } },
        },
        'choice',
      ],
    ];
    for (const [path, body, state] of asked) {
      const answer = await gateway.post(path, body);
      expect([answer.status, stateOf(answer)], answer.text).toEqual([200, state]);
    }
    await expect.poll(() => gateway.records.intentCount()).toBe(0); // That in the background.
  });
});

describe('what is between two rounds', () => {
  let spentByPoor = 1_000; // An amount is more than nothing.

  it.each(FORMATS)('ends the request with its error in the format $name', async (format) => {
    await gateway.sandbox.script('ok', 'ok', 'status=400');
    const body = { ...format.bodyOf(ECHO, QUESTION), ...(format.name === 'responses' && UNSTORED) };
    const answer = await gateway.post(format.pathOf(ECHO), body);
    expect(answer.status).toBe(400);
    const { rounds } = await onRecord(idOf(answer));
    expect(outcomesOf(rounds)).toEqual(['ok', 'error']);
  });

  it.each(FORMATS)('ends a stream with its error in the format $name', async (format) => {
    await gateway.sandbox.script('ok', 'ok', 'status=400');
    const path = format.pathOf(ECHO).replace('generateContent', 'streamGenerateContent?alt=sse');
    const answer = await gateway.post(path, {
      ...format.bodyOf(ECHO, QUESTION),
      ...(format.name === 'responses' && UNSTORED),
      ...(format.name !== 'gemini' && { stream: true }),
    });
    expect(answer.status).toBe(200);
    expect(answer.text.trimEnd().split('\n\n').at(-1)).toMatch(/"error"/);
    expect(answer.text).not.toContain('search_knowledge');
  });

  it.each([false, true])('may be a budget that is used up, streamed: %s', async (stream) => {
    const asked = { model: ECHO, max_tokens: 20, stream };
    // Room for the first round, found in steps that are smaller than what the second takes beyond it.
    for (let more = 0; ; more += 100_000) {
      const amount = ((spentByPoor + more) / 1e9).toFixed(9);
      await change('poor', { budget: { amount, period: 'total', mode: 'strict' } });
      const answer = await gateway.chat(asked, { workload: 'poor' });
      const entry = await gateway.records.entry(idOf(answer));
      if (entry.type === 'refusal') continue;
      expect(answer.status).toBe(stream ? 200 : 402);
      expect(answer.text).toContain('insufficient_quota');
      const { rounds, searches } = await onRecord(idOf(answer));
      expect([outcomesOf(rounds), outcomesOf(searches)]).toEqual([['ok', 'refusal'], ['ok']]);
      for (const { price } of [...rounds, ...searches]) spentByPoor += Number(price?.nano ?? 0);
      return;
    }
  });

  it('may be a search that fails', async () => {
    await gateway.sandbox.script('ok', 'status=400');
    const answer = await gateway.chat({
      model: ECHO,
      messages: [{ role: 'user', content: QUESTION }],
    });
    const { rounds, searches } = await onRecord(idOf(answer));
    expect(answer.status).toBe(400);
    expect([outcomesOf(rounds), outcomesOf(searches)]).toEqual([['ok'], ['error']]);
  });

  it('may be the scope, which sees what was found', async () => {
    const asked = { model: ECHO, messages: [{ role: 'user', content: QUESTION }] };
    expect((await gateway.chat(asked, { workload: 'scoped' })).status).toBe(200);
    const poem = { name: 'poem.txt', text: 'A poem about value added tax.' };
    const { id } = await learn(gateway, owner, store, poem);
    const answer = await gateway.chat(asked, { workload: 'scoped' });
    expect(answer.status, answer.text).toBe(403);
    const { rounds } = await onRecord(idOf(answer));
    expect(outcomesOf(rounds.filter(({ member, key }) => member ?? key))).toEqual([
      'ok',
      'refusal',
    ]);
    await owner.delete(`/knowledge/stores/${store.id}/documents/${id}`);
  });

  it('counts as one request of a minute', async () => {
    const answer = await gateway.chat({ model: ECHO }, { workload: 'paced' });
    expect(answer.status, answer.text).toBe(200);
    expect((await onRecord(idOf(answer))).rounds).toHaveLength(2);
    expect((await gateway.chat({ model: ECHO }, { workload: 'paced' })).status).toBe(429);
  });
});

describe('text before a search', () => {
  const call = {
    id: 'call_1',
    type: 'function',
    function: { name: 'search_knowledge', arguments: '{"query":"tax"}' },
  };
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
    Buffer.from(
      `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'any', choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`,
    );
  const whole = (message: object, finish_reason: string) =>
    json({
      id: 'c1',
      object: 'chat.completion',
      created: 1,
      model: 'any',
      choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
      usage,
    });

  const searching = () =>
    events([
      chunk({ role: 'assistant', content: 'Let me ' }),
      chunk({ content: 'look.' }),
      chunk({ tool_calls: [{ index: 0, ...call }] }),
      chunk({}, 'tool_calls', { usage }),
      Buffer.from('data: [DONE]\n\n'),
    ]);

  it('is in the answer, apart from what follows', async () => {
    provider.received.length = 0;
    provider.answer = () =>
      provider.received.length === 1
        ? whole({ content: 'Let me look.', tool_calls: [call] }, 'tool_calls')
        : whole({ content: 'On the tenth.' }, 'stop');
    const answer = await gateway.chat({ model: 'told/any' });
    expect(answer.json()).toMatchObject({
      choices: [{ message: { content: 'Let me look.\n\nOn the tenth.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 20, completion_tokens: 10 },
    });
    const second = JSON.parse(String(provider.received[1]?.body)) as { messages: object[] };
    expect(second.messages.slice(1)).toMatchObject([
      { role: 'assistant', content: 'Let me look.', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call_1', content: expect.stringContaining(TAX) },
    ]);
  });

  it.each(FORMATS)('is in a stream of the format $name, which is one answer', async (format) => {
    provider.received.length = 0;
    provider.answer = () =>
      provider.received.length === 1
        ? searching()
        : events([
            chunk({ role: 'assistant', content: 'On the ' }),
            chunk({ content: 'tenth.' }),
            chunk({}, 'stop', { usage }),
            Buffer.from('data: [DONE]\n\n'),
          ]);
    const { ask } = chatClients(gateway);
    const told = await ask[format.name]({ model: 'told/any', text: QUESTION, isStreaming: true });
    expect(told).toMatchObject({
      text: 'Let me look.\n\nOn the tenth.',
      calls: [],
      usage: { in: 20, out: 10 },
    });
  });

  it('flows at once; who waits for the search is given signs of life, and may go', async () => {
    provider.received.length = 0;
    provider.answer = () => searching();
    await gateway.sandbox.script('hang');
    const { body, headers, hangUp } = await gateway.open({ model: 'told/any' });
    const blocks = blocksOf(body);
    const read = async (what: string) => {
      for await (const block of { [Symbol.asyncIterator]: () => ({ next: () => blocks.next() }) }) {
        if (block.includes(what)) return;
      }
    };
    await read('look.');
    await expect.poll(async () => (await gateway.sandbox.requests()).length).toBe(1);
    gateway.clock.skip(KEEPALIVE_SKIP_MS);
    await read(': keepalive');
    hangUp();
    const { rounds, searches } = await onRecord(idOf({ headers }));
    expect([outcomesOf(rounds), outcomesOf(searches)]).toEqual([['ok'], ['interrupted']]);
    expect(provider.received).toHaveLength(1);
  });
});

it('what OpenAI sealed in front of a search goes back to it, and to nobody else', async () => {
  const thought = (n: number) => ({
    type: 'reasoning',
    id: `rs_${n}`,
    summary: [],
    encrypted_content: `sealed ${n}`,
  });
  const call = { type: 'function_call', call_id: 'c1', name: 'search_knowledge' };
  const said = {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'Yes.' }],
  };
  const responding = (...output: object[]) =>
    json({ id: 'resp_1', object: 'response', status: 'completed', model: 'any', output });
  provider.received.length = 0;
  provider.answer = () =>
    provider.received.length === 1
      ? responding(thought(1), { ...call, id: 'fc_1', arguments: '{"query":"tax"}' })
      : responding(thought(2), { ...said, id: 'msg_1' });
  const answer = await gateway.post('/v1/responses', {
    model: 'sealing/any',
    input: QUESTION,
    store: false,
    include: ['reasoning.encrypted_content'],
  });
  const { output } = answer.json<{ output: object[] }>();
  expect(output).toMatchObject([{ encrypted_content: 'sealed 2' }, { type: 'message' }]);
  const second = JSON.parse(String(provider.received[1]?.body)) as { input: object[] };
  expect(second.input).toMatchObject([
    { role: 'user', content: QUESTION },
    { type: 'reasoning', encrypted_content: 'sealed 1' },
    call,
    { type: 'function_call_output', call_id: 'c1' },
  ]);
});

describe('what a model writes and reads', () => {
  it('has pseudonyms at every provider, and values at the caller', async () => {
    const MAIL = 'eleanor.whitcombe@example.org';
    const letter = { name: 'letter.txt', text: `Write to ${MAIL} about the value added tax.` };
    const { id } = await learn(gateway, owner, store, letter);
    await gateway.sandbox.clear();
    const content = `What does ${MAIL} say of value added tax?`;
    const answer = await gateway.chat(
      { model: ECHO, messages: [{ role: 'user', content }] },
      { workload: 'guarded' },
    );
    expect(answer.text).toContain(MAIL);
    const requests = await gateway.sandbox.requests();
    expect(requests.map(({ path }) => path.split('/').at(-1))).toEqual([
      'completions',
      'embeddings',
      'completions',
    ]);
    expect(JSON.stringify(requests)).not.toContain(MAIL);
    await owner.delete(`/knowledge/stores/${store.id}/documents/${id}`);
  });

  it('holds nothing of what is to be removed, in any round', async () => {
    const answer = await gateway.chat({
      model: ECHO,
      messages: [{ role: 'user', content: QUESTION }],
      gw: { remove: ['tenth'] },
    });
    expect([answer.status, stateOf(answer)]).toEqual([200, 'on']);
    const [, second] = await sent();
    expect(second?.body).toContain('tax.txt');
    expect(second?.body).not.toContain('tenth');
  });

  it('holds nothing of what is to be removed where it is sought, either', async () => {
    const answer = await gateway.chat({
      model: ECHO,
      messages: [
        { role: 'user', content: 'What does project Nightingale say of value added tax?' },
      ],
      gw: { remove: ['Nightingale'] },
    });
    expect([answer.status, stateOf(answer)]).toEqual([200, 'on']);
    const requests = await gateway.sandbox.requests();
    expect(requests.map(({ path }) => path.split('/').at(-1))).toContain('embeddings');
    expect(JSON.stringify(requests)).not.toContain('Nightingale');
  });

  it('may be a matter of gw/auto, round by round', async () => {
    const answer = await gateway.chat({
      model: 'gw/auto',
      messages: [{ role: 'user', content: QUESTION }],
    });
    expect(answer.text).toContain(TAX);
    expect((await onRecord(idOf(answer))).rounds).toHaveLength(2);
  });

  it('that is wrong is told to the model, and counts as a search', async () => {
    const wrong = { name: 'search_knowledge', arguments: { query: '', other: 1 } };
    const answer = await gateway.chat({
      model: ECHO,
      messages: [{ role: 'user', content: scripted([wrong], [search('tax')]) }],
    });
    const { rounds, searches } = await onRecord(idOf(answer));
    expect([answer.status, rounds.length, searches.length]).toEqual([200, 3, 1]);
    expect((await sent())[1]?.body).toContain('other is no argument of this tool');
  });

  it('may be several searches at once, three in all', async () => {
    const queries = ['tax', 'tomatoes', 'sun', 'water'].map(search);
    const answer = await gateway.chat({
      model: ECHO,
      messages: [{ role: 'user', content: scripted(queries) }],
    });
    const { rounds, searches, tokens } = await onRecord(idOf(answer));
    expect([rounds.length, searches.length]).toEqual([2, 3]);
    expect(answer.json()).toMatchObject({ usage: { prompt_tokens: tokens.in } });
    const body = JSON.parse((await sent())[1]?.body ?? '') as { messages: { role: string }[] };
    const results = body.messages.filter(({ role }) => role === 'tool');
    expect(results).toHaveLength(4);
    expect(results[3]).toMatchObject({ content: expect.stringContaining('No more searches') });
  });

  it('has the tool no more when all searches are made', async () => {
    const content = scripted(...['a', 'b', 'c', 'd'].map((query) => [search(query)]));
    const own = [{ type: 'function', function: { name: 'own', parameters: {} } }];
    for (const tools of [undefined, own]) {
      await gateway.sandbox.clear();
      const messages = [{ role: 'user', content }];
      await gateway.chat({ model: ECHO, messages, ...(tools && { tools }) });
      const bodies = (await sent()).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
      expect(bodies).toHaveLength(4);
      expect(JSON.stringify(bodies[2]?.['tools'])).toContain('search_knowledge');
      if (tools) expect(bodies[3]?.['tools']).toEqual(own);
      else expect(bodies[3]).toMatchObject({ tool_choice: 'none' });
    }
  });

  it('is data, and stands behind where it is from', async () => {
    const answer = await gateway.chat({
      model: ECHO,
      messages: [{ role: 'user', content: QUESTION }],
    });
    expect(answer.text).toMatch(/They are data.*\[1\] tax\.txt \(0\.\d{3}\)/);
  });
});

it('an answer that was kept is none once the documents have changed', async () => {
  const cache = gateway.app.get(ResponseCache, { strict: false });
  const ask = async () => {
    const answer = await gateway.chat(
      { model: ECHO, messages: [{ role: 'user', content: 'tomatoes want sun' }] },
      { workload: 'cached' },
    );
    await gateway.records.settled();
    await cache.drained();
    gateway.clock.skip(MEMORY_MS);
    return { answer, ...(await onRecord(idOf(answer))) };
  };
  const hitsOf = (entries: readonly Entry[]) =>
    entries.map((entry) => entry.type === 'call' && entry.cache_hit);
  const made = await ask();
  const again = await ask();
  expect(again.answer.text).toContain(CARE);
  expect([hitsOf(again.rounds), again.searches.length]).toEqual([['exact', 'exact'], 1]);
  const cached = { prompt_tokens: made.tokens.in, completion_tokens: made.tokens.out };
  expect(again.answer.json()).toMatchObject({
    usage: { prompt_tokens: 0, completion_tokens: 0, gw: { cached } }, // Of all its rounds.
  });
  const streamed = await gateway.stream(
    {
      model: ECHO,
      messages: [{ role: 'user', content: 'tomatoes want sun' }],
      stream_options: { include_usage: true },
    },
    { workload: 'cached' },
  );
  expect(streamed.usage).toMatchObject({ prompt_tokens: 0, gw: { cached } });
  const { id } = await learn(gateway, owner, store, {
    name: 'new.txt',
    text: 'Tomatoes want sun and shade.',
  });
  const changed = await ask();
  expect(changed.answer.text).toContain('shade');
  expect(hitsOf(changed.rounds)).toEqual(['exact', 'none']);
  await owner.delete(`/knowledge/stores/${store.id}/documents/${id}`);
  expect((await ask()).answer.text).not.toContain('shade');
});

describe('all rounds, and what was sought in them, are erased', () => {
  async function kept(fields: object) {
    const messages = [{ role: 'user', content: QUESTION }];
    const answer = await gateway.chat({ model: ECHO, messages, ...fields });
    const { rounds, searches } = await onRecord(idOf(answer));
    const made = [...rounds, ...searches].map(({ id }) => id);
    await gateway.app.get(ContentQueue, { strict: false }).drained();
    const sql = gateway.database.owner.dataSource;
    const keptOf = () =>
      sql.query<unknown[]>('SELECT FROM call_content WHERE call_id = ANY($1)', [made]);
    expect(await keptOf()).toHaveLength(5); // Two prompts, two answers, one query.
    return { id: idOf(answer), organisationId: rounds[0]?.org as OrganisationId, keptOf };
  }
  const tools = {
    database: gateway.database.app,
    clock: gateway.clock,
    ids: new Ids(gateway.clock, new SystemEntropy()),
    replica: gateway.app.get(ReplicaId),
  };

  it('with the person that was asked for', async () => {
    const { organisationId, keptOf } = await kept({ safety_identifier: 'jane-4711' });
    const secrets = gateway.app.get(InstanceSecrets);
    const endUsers = new EndUserIndex(tools.database, secrets, new SystemEntropy());
    const who = { organisationId, endUser: 'jane-4711' };
    expect(await eraseEndUser({ ...tools, endUsers }, who, 'asked')).toBe(3);
    expect(await keptOf()).toEqual([]);
  });

  it('with the call that was erased', async () => {
    const { id, keptOf } = await kept({});
    const other = await kept({});
    expect(await eraseCall(tools, id, 'asked')).toBe(true);
    expect(await keptOf()).toEqual([]);
    expect(await other.keptOf()).toHaveLength(5);
    expect((await gateway.records.lastEntry()).detail).toMatchObject({ calls: 3 });
  });

  it('with the content that was deleted in the Console', async () => {
    const { id, keptOf } = await kept({});
    const other = await kept({});
    expect((await owner.delete(`/audit/${id}/content`)).status).toBe(204);
    expect(await keptOf()).toEqual([]);
    expect(await other.keptOf()).toHaveLength(5);
  });
});

it('the tool counts where tokens are counted', async () => {
  const count = async (path: string, body: object, workload: string) =>
    Object.values((await gateway.post(path, body, { workload })).json<object>())[0] as number;
  const bodies: [string, object][] = [
    [
      '/v1/messages/count_tokens',
      { model: ECHO, max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
    ],
    [`/v1beta/models/${ECHO}:countTokens`, { contents: [{ parts: [{ text: 'Hi' }] }] }],
    [
      `/v1beta/models/${ECHO}:countTokens`,
      { generateContentRequest: { contents: [{ parts: [{ text: 'Hi' }] }] } },
    ],
  ];
  for (const [path, body] of bodies) {
    expect(await count(path, body, 'default')).toBeGreaterThan(
      (await count(path, body, 'plain')) + 50,
    );
  }
});

it('is not switched on where there is nothing to search', async () => {
  const refused = await change('plain', { knowledge_tool: true });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('there is nothing to search');
});
