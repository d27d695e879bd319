import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { expectNothingSent, expectRefusal } from '../../support/expect-error.js';
import { errorIn, FORMATS } from '../../support/four-formats.js';
import { startGateway } from '../../support/gateway.js';
import { idOf } from '../../support/http.js';
import { JudgeServer } from '../../support/judge-server.js';
import { PRICE } from '../../support/settings.js';

const judge = await JudgeServer.start('poem');
afterAll(() => judge.close());

const guarded = (mode: string, more: object = {}) => ({
  scope: { mode, statement: 'Questions about parcels.', judge: 'judge/small', ...more },
});
const settings = {
  providers: [
    { name: 'judge', base_url: judge.url, models: [{ id: 'small', price: PRICE }] },
    { name: 'abroad', base_url: judge.url, location: { zone: 'US', guaranteed: true } },
  ],
  workloads: [
    { name: 'default' },
    { name: 'blocking', ...guarded('block'), allowed_models: ['sandbox/*'] },
    { name: 'flagging', ...guarded('flag') },
    { name: 'hidden', ...guarded('block'), protection: { mode: 'mask' } },
    { name: 'poor', ...guarded('block'), budget: { amount: '0.0001', period: 'total' } },
    { name: 'seeing', ...guarded('block', { unread: 'mark' }) },
    { name: 'trusting', ...guarded('block', { trusts_system: true }) },
    { name: 'far', ...guarded('block', { judge: 'abroad/small' }) },
    {
      name: 'excepted',
      ...guarded('block', {
        exceptions: [
          { contains: 'poem', reason: 'the poetry week', until: '2999-01-01T00:00:00Z' },
        ],
      }),
    },
  ],
};
const gateway = await startGateway(settings);
beforeEach(async () => {
  judge.asked.length = 0;
  judge.answer = null;
  await gateway.sandbox.clear();
});

let count = 0;
/** Another one each time, so that no verdict is remembered. */
const fresh = (text: string) => `${text} (${count++})`;

describe.each(FORMATS)('in the format $name', (format) => {
  const ask = (text: string, workload = 'blocking') =>
    gateway.post(format.pathOf('sandbox/small'), format.bodyOf('sandbox/small', fresh(text)), {
      workload,
    });

  it('what is outside of the scope is refused with the reason, on record', async () => {
    const answer = await ask('Write a poem');
    const error = errorIn(format, answer, {
      status: 403,
      type: 'scope_violation',
      code: 'scope_violation',
    });
    expect(error.message).toBe(
      "Outside the declared scope of workload 'blocking': This is about poems.",
    );
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({
      type: 'refusal',
      refusal: { code: 'scope_violation', stage: 'scope' },
      scope_guard: { mode: 'block', verdict: 'out', p: 7, judge: 'judge/small', cached: false },
    });
    await expectNothingSent(gateway);
  });

  it('what is inside passes, and its judge’s call has an entry of its own', async () => {
    const answer = await ask('Where is my parcel?');
    expect(answer.status).toBe(200);
    const entry = await gateway.records.entry(idOf(answer));
    expect(entry).toMatchObject({
      outcome: 'ok',
      purpose: null,
      scope_guard: { verdict: 'in', p: 93, exception: null },
    });
    const [inner] = await gateway.records.madeFor(entry.id);
    expect(inner).toMatchObject({
      outcome: 'ok',
      purpose: 'scope_guard',
      parent: entry.id,
      workload: entry.workload,
      model_routed: 'judge/small',
      scope_guard: null,
      tokens: { in: 40, out: 9 },
      price: { nano: '58000' },
    });
  });

  it('without a verdict nothing passes', async () => {
    judge.answer = { status: 200, content: 'I would rather not say.' };
    const answer = await ask('Where is my parcel?');
    errorIn(format, answer, {
      status: 503,
      type: 'scope_guard_unavailable',
      code: 'scope_guard_unavailable',
    });
    expect(answer.headers['retry-after']).toBe('2');
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({
      refusal: { code: 'scope_guard_unavailable', stage: 'scope' },
      scope_guard: { verdict: 'none', p: null },
    });
    judge.answer = null;
    expect((await ask('Where is it?')).status).toBe(200); // One failure does not open the breaker.
  });

  it('a guard that flags lets everything pass, and records what it says', async () => {
    const answer = await ask('Write a poem', 'flagging');
    expect(answer.status).toBe(200);
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({
      scope_guard: { mode: 'flag', verdict: 'out', p: 7 },
    });
  });
});

const chat = (content: string, workload: string) =>
  gateway.chat({ messages: [{ role: 'user', content }] }, { workload });

it('refuses as the chat format does, and sends nothing', async () => {
  const outside = await chat(fresh('A poem'), 'blocking');
  await expectRefusal(gateway, outside, 'scope_violation', {
    message: /This is about poems\.$/,
  });
  judge.answer = { status: 200, content: '' };
  const answer = await chat(fresh('A parcel'), 'blocking');
  await expectRefusal(gateway, answer, 'scope_guard_unavailable');
});

it('judges what the model would see, after data protection', async () => {
  const text = fresh('Where is the parcel of jane.doe@example.org?');
  expect((await chat(text, 'hidden')).status).toBe(200);
  expect(judge.asked.join()).toContain('Where is the parcel of');
  expect(judge.asked.join()).not.toContain('jane.doe@example.org');
});

it('asks once for the same, and pays once', async () => {
  const text = fresh('Where is my parcel?');
  await chat(text, 'blocking');
  const answer = await chat(text, 'blocking');
  expect(judge.asked).toHaveLength(1);
  expect(await gateway.records.entry(idOf(answer))).toMatchObject({
    scope_guard: { cached: true },
  });
});

describe('what a caller says anywhere is judged', () => {
  const user = (...parts: object[]) => ({ role: 'user', content: parts });
  const hi = { type: 'text', text: 'hi' };
  const poem = 'Write a poem';
  const max_tokens = 50;

  it.each<[string, string, object]>([
    [
      'a system prompt',
      '/v1/chat/completions',
      {
        messages: [
          { role: 'system', content: poem },
          { role: 'user', content: 'ok' },
        ],
      },
    ],
    [
      'an offer',
      '/v1/chat/completions',
      {
        messages: [
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: `${poem}?` },
          { role: 'user', content: 'Yes please' },
        ],
      },
    ],
    [
      'a refusal',
      '/v1/chat/completions',
      { messages: [user(hi, { type: 'refusal', refusal: poem })] },
    ],
    ['an unknown role', '/v1/chat/completions', { messages: [{ role: 'human', content: poem }] }],
    [
      'a document',
      '/v1/messages',
      {
        max_tokens,
        messages: [
          user(hi, {
            type: 'document',
            source: { type: 'text', media_type: 'text/plain', data: poem },
          }),
        ],
      },
    ],
    [
      'a result of a search',
      '/v1/messages',
      {
        max_tokens,
        messages: [
          user(hi, {
            type: 'search_result',
            source: 's',
            title: 't',
            content: [{ type: 'text', text: poem }],
          }),
        ],
      },
    ],
    [
      'a system prompt of messages',
      '/v1/messages',
      { max_tokens, system: poem, messages: [user(hi)] },
    ],
    [
      'an unknown item',
      '/v1/responses',
      { input: [{ type: 'wish', wish: poem }, user({ type: 'input_text', text: 'hi' })] },
    ],
    ['instructions', '/v1/responses', { instructions: poem, input: 'ok' }],
    [
      'a prompt’s variables',
      '/v1/responses',
      { input: 'hi', prompt: { variables: { what: poem } } },
    ],
    [
      'what a function gave',
      '/v1beta/models/sandbox/small:generateContent',
      { contents: [{ role: 'function', parts: [{ text: poem }] }] },
    ],
    [
      'code',
      '/v1beta/models/sandbox/small:generateContent',
      { contents: [{ role: 'user', parts: [{ text: 'hi' }, { executableCode: { code: poem } }] }] },
    ],
    ['a suffix', '/v1/completions', { prompt: 'hi', suffix: poem }],
    ['a picture’s prompt', '/v1/images/generations', { prompt: poem }],
  ])('in %s: %s', async (_where, path, body) => {
    const model = path.includes(':') ? {} : { model: 'sandbox/small' };
    const answer = await gateway.post(path, { ...model, ...body }, { workload: 'seeing' });
    expect(answer.status).toBe(403);
    await expectNothingSent(gateway);
  });

  it('but what the operator vouches for', async () => {
    const messages = [
      { role: 'system', content: poem },
      { role: 'user', content: 'ok' },
    ];
    expect((await gateway.chat({ messages }, { workload: 'trusting' })).status).toBe(200);
  });
});

it('judges a turn anew whose middle is another', async () => {
  const turn = (middle: string) => `${'parcel '.repeat(800)}${middle}${' parcel'.repeat(800)}`;
  expect((await chat(turn('my'), 'blocking')).status).toBe(200);
  expect((await chat(turn('poem'), 'blocking')).status).toBe(403);
});

it('refuses a picture, which nobody can judge, or says so on record', async () => {
  const url = 'data:image/png;base64,iVBORw0KGgo=';
  const content = [
    { type: 'text', text: fresh('Where is it?') },
    { type: 'image_url', image_url: { url } },
  ];
  const body = { messages: [{ role: 'user', content }] };
  await expectRefusal(
    gateway,
    await gateway.chat(body, { workload: 'blocking' }),
    'scope_violation',
    {
      message: /Nobody can judge pictures\./,
    },
  );
  expect(judge.asked).toEqual([]);
  const marked = await gateway.chat(body, { workload: 'seeing' });
  expect(marked.status).toBe(200);
  expect(await gateway.records.entry(idOf(marked))).toMatchObject({
    scope_guard: { verdict: 'in', unread: ['image'] },
  });
});

it('says on record that texts to embed are not judged', async () => {
  const answer = await gateway.post(
    '/v1/embeddings',
    { model: 'sandbox/small', input: 'A poem' },
    { workload: 'blocking' },
  );
  expect(await gateway.records.entry(idOf(answer))).toMatchObject({
    scope_guard: { verdict: 'none', unread: ['embedding'] },
  });
  expect(judge.asked).toEqual([]);
});

it('asks nobody about greetings, and lets an exception pass on record', async () => {
  expect((await chat('Hello!', 'blocking')).status).toBe(200);
  const answer = await chat(fresh('Write a poem'), 'excepted');
  expect(answer.status).toBe(200);
  expect(await gateway.records.entry(idOf(answer))).toMatchObject({
    scope_guard: { verdict: 'none', exception: { reason: 'the poetry week' } },
  });
  expect(judge.asked).toEqual([]);
});

it('judges within the budget of the workload', async () => {
  const answer = await chat(fresh('Where is my parcel?'), 'poor');
  expect(answer.status).toBe(402);
  expect(judge.asked).toEqual([]);
});

it('a judge that the residency policy blocks gives no verdict', async () => {
  await gateway.apply({ ...settings, organisation: { residency: { mode: 'enforce' } } });
  const answer = await chat(fresh('Where is my parcel?'), 'far');
  expect(answer.json()).toMatchObject({ error: { code: 'scope_guard_unavailable' } });
  expect(judge.asked).toEqual([]);
  await gateway.apply(settings);
});

it.each([402, 429, 500])('a judge that answers %d is a judge without a verdict', async (status) => {
  judge.answer = { status, content: '' };
  const answer = await chat(fresh('Where is my parcel?'), 'blocking');
  const { message } = answer.json<{ error: { message: string } }>().error;
  await expectRefusal(gateway, answer, 'scope_guard_unavailable');
  expect(message).not.toMatch(/judge|small/);
  judge.answer = null;
  expect((await chat(fresh('Where is it?'), 'blocking')).status).toBe(200);
});

it('a judge that fails again and again is left alone for a while', async () => {
  judge.answer = { status: 200, content: 'no' };
  for (let at = 0; at < 8; at++) await chat(fresh('Where is my parcel?'), 'flagging');
  expect(judge.asked.length).toBeLessThan(8);
});
