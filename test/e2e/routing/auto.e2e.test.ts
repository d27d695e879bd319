import OpenAI from 'openai';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import { startTypedGateway } from '../../support/typed-gateway.js';

const AUTO = 'gw/auto';
const SMALL = 'sandbox/small';
const MIDDLE = 'sandbox/sandbox-chat';
const LARGE = 'sandbox/echo';
const SESSION_MS = 30 * 60_000;
const PICTURE = 'data:image/png;base64,iVBORw0KGgo=';
/** Some 9,000 tokens. */
const LONG = 'hello '.repeat(6_000);

/** A provider with one model. */
const serving = (name: string, price: string, more: object = {}) => ({
  name,
  models: [{ id: 'small', price: { currency: 'EUR', input: price, output: price }, ...more }],
});

const { gateway } = await startTypedGateway({
  providers: [
    serving('dear', '5.00'),
    serving('cheap', '0.10'),
    serving('blind', '0.01', { supports: ['tools'] }),
    serving('short', '0.02', { context_tokens: 5_000 }),
  ],
  organisation: {
    auto: {
      routes: [
        { name: 'general', low: [SMALL], medium: [MIDDLE], high: [LARGE] },
        { name: 'chat', high: [SMALL] },
        {
          name: 'code',
          medium: ['dear/small', 'cheap/small', 'short/small', 'blind/small'],
          high: [LARGE],
        },
      ],
    },
  },
  workloads: [
    { name: 'default' },
    { name: 'large', allowed_models: [LARGE] },
    { name: 'auto', allowed_models: [AUTO] },
    { name: 'other', allowed_models: ['sandbox/free'] },
    { name: 'own', aliases: [{ name: AUTO, targets: [{ model: LARGE }] }] },
  ],
});
const unread = await startGateway({
  organisation: {
    auto: { routes: [{ name: 'general', low: [SMALL], medium: [MIDDLE], high: [LARGE] }] },
  },
});
beforeEach(() => gateway.sandbox.clear());

let conversations = 0;

/** Another conversation each time, unless its key is given. */
async function ask(content: unknown, fields: object = {}, workload = 'default') {
  const answer = await gateway.chat(
    {
      model: AUTO,
      prompt_cache_key: `conversation ${++conversations}`,
      messages: [{ role: 'user', content }],
      ...fields,
    },
    { workload },
  );
  expect(answer.status, answer.text).toBe(200);
  const { headers } = answer;
  const entry = await gateway.records.entry(String(headers['request-id']));
  return {
    model: `${headers['x-gw-provider']}/${headers['x-gw-model']}`,
    told: headers['x-gw-route'],
    entry,
  };
}

describe('gw/auto', () => {
  it.each([
    ['hello', SMALL, 'chat; demand=low; router=answered; steps="text:low"'],
    ['poem', MIDDLE, 'general; demand=medium; router=answered; steps="text:medium"'],
    ['poem proof', LARGE, 'general; demand=high; router=answered; steps="text:high"'],
    ['code', 'blind/small', 'code; demand=medium; router=answered; steps="text:medium"'],
    ['is it', MIDDLE, 'general; demand=medium; router=open; steps="default:medium"'],
  ])('leads %j to %s and says why', async (text, model, told) => {
    const taken = await ask(text);
    expect(taken).toMatchObject({ model, told });
    expect(taken.entry).toMatchObject({
      alias: AUTO,
      model_requested: AUTO,
      model_routed: model,
      route_reason: 'auto',
    });
  });

  it('has on record what it went by, and no word of the text', async () => {
    const { entry } = await ask('code proof', {
      tools: [{ type: 'function', function: { name: 'look', parameters: {} } }],
      reasoning_effort: 'high',
    });
    expect(entry.auto).toMatchObject({
      router: 'answered',
      route: 'code',
      demand: 'high',
      steps: ['text high'],
      features: { tools: 1, images: 0, effort: 'high', json: false },
      reading: { reasoning: expect.any(Number), task: expect.any(Array) },
    });
    expect(JSON.stringify(entry)).not.toContain('proof');
  });

  it.each<[string, string, object, string]>([
    ['a long prompt', LONG, {}, 'text:low prompt:medium'],
    ['an effort', 'hello', { reasoning_effort: 'high' }, 'text:low effort:high'],
    [
      'a deep schema',
      'hello',
      {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'deep', schema: nested(4) },
        },
      },
      'text:low schema:medium',
    ],
  ])('weighs %s', async (_, content, fields, steps) => {
    expect((await ask(content, fields)).told).toContain(`steps="${steps}"`);
  });

  it('takes the cheapest that does what the request needs, and that it fits', async () => {
    const picture = { type: 'image_url', image_url: { url: PICTURE } };
    const withPicture = (text: string) => ask([{ type: 'text', text }, picture]);
    expect((await ask('code')).model).toBe('blind/small');
    expect((await withPicture('code')).model).toBe('short/small');
    expect((await withPicture('code '.repeat(4_000))).model).toBe('cheap/small');
  });

  it('takes the same way twice, and within a conversation only one that is harder', async () => {
    const prompt_cache_key = 'the same conversation';
    const next = (text: string) => ask(text, { prompt_cache_key });
    const first = await next('poem');
    expect(await next('poem')).toMatchObject({ model: first.model, told: first.told });
    const harder = await next('poem proof');
    expect(harder).toMatchObject({ model: LARGE });
    const later = await next('hello');
    expect(later.model).toBe(LARGE);
    expect(later.told).toBe('general; demand=high; router=answered; steps="text:low session:high"');
    gateway.clock.skip(SESSION_MS);
    expect((await next('hello')).model).toBe(SMALL);
  });

  it('knows a conversation by how it begins, where it has no key', async () => {
    const turn = (...texts: string[]) => ({
      prompt_cache_key: undefined,
      messages: texts.map((content, at) => ({
        role: at % 2 === 0 ? 'user' : 'assistant',
        content,
      })),
    });
    await ask('', turn('poem, is it proof'));
    const { told } = await ask('', turn('poem, is it proof', 'it is', 'hello'));
    expect(told).toContain('session:high');
  });

  it('leads only to models of the allow-list, unless that names it', async () => {
    expect((await ask('hello', {}, 'auto')).model).toBe(SMALL);
    await gateway.sandbox.clear();
    const refused = await gateway.chat({ model: AUTO }, { workload: 'other' });
    await expectRefusal(gateway, refused, 'model_not_allowed', {
      param: 'model',
      message: /gw\/auto is not on the allow-list/,
    });
    expect((await ask('poem', {}, 'large')).model).toBe(LARGE);
  });

  it('gives way to an alias of its name', async () => {
    const { model, told } = await ask('hello', {}, 'own');
    expect({ model, told }).toEqual({ model: LARGE, told: undefined });
  });

  it('is in the list of models', async () => {
    const list = await gateway.get('/v1/models');
    expect(list.text).toContain('"gw/auto"');
  });

  it('is spoken to by an SDK as any model is, in streams, too', async () => {
    const client = new OpenAI({ apiKey: gateway.key(), baseURL: `${gateway.url}/v1` });
    const { data, response } = await client.chat.completions
      .create({ model: AUTO, messages: [{ role: 'user', content: 'hello' }] })
      .withResponse();
    expect(data.choices[0]?.message.content).toBeTruthy();
    expect(response.headers.get('x-gw-route')).toContain('demand=low');
    const stream = await client.responses.create({ model: AUTO, input: 'poem', stream: true });
    const events = await Array.fromAsync(stream, ({ type }) => type);
    expect(events.at(-1)).toBe('response.completed');
  });
});

describe('without a router', () => {
  it('every request takes the default route, and none is refused for it', async () => {
    const answer = await unread.chat({ model: AUTO });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers['x-gw-route']).toBe(
      'general; demand=medium; router=unavailable; steps="default:medium"',
    );
    const entry = await unread.records.entry(String(answer.headers['request-id']));
    expect(entry.auto).toMatchObject({ router: 'unavailable', reading: null });
  });
});

/** Objects within objects. */
function nested(depth: number): object {
  return depth === 0
    ? { type: 'string' }
    : { type: 'object', properties: { one: nested(depth - 1) } };
}
