import { expect } from 'vitest';
import { waitFor } from '../support/wait-for.js';
import type { Ask, CaseName, Client, Heard, JsonSchema, Turn } from './client.js';
import { FAULTS, providerOf } from './families.js';
import type { MatrixCell } from './run-matrix.js';

type Cell = MatrixCell<Client>;
type Case = (cell: Cell) => Promise<void>;

const SAID = 'Good morning, dear model';
const SILENCE_MS = 300_000;
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const user = (text: string, image?: string): Turn => ({
  role: 'user',
  text,
  ...(image !== undefined && { image }),
});
const objectOf = (properties: Record<string, object>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const PLACE = objectOf({ place: { type: 'string' } });
const TOOLS = [
  { name: 'get_weather', parameters: PLACE },
  { name: 'get_time', parameters: PLACE },
];
const calls = (...rounds: object[][]) => `sandbox script: ${JSON.stringify(rounds)}`;
const WEATHER = { name: 'get_weather', arguments: { place: 'Berlin' } };
const TIME = { name: 'get_time', arguments: { place: 'Paris' } };

interface Asking extends Partial<Omit<Ask, 'model'>> {
  /** One of the sandbox's, or the id of a model at the provider. */
  readonly model?: string;
  readonly workload?: string;
  readonly key?: string;
}

function ask({ gateway, client, family }: Cell, asking: Asking = {}): Promise<Heard> {
  const { model = 'echo', workload, key, ...rest } = asking;
  const isOwn = model === 'echo' || model === 'reasoning';
  const id = isOwn ? family.modelId(model) : model;
  return client.ask(
    { url: gateway.url, key: key ?? gateway.key(workload) },
    { model: `${providerOf(family.name)}/${id}`, isStreaming: false, turns: [user(SAID)], ...rest },
  );
}

/** The body of the last request that the provider got. */
async function lastBody({ gateway }: Cell): Promise<string> {
  return (await gateway.sandbox.requests()).at(-1)?.body ?? '';
}

async function says(cell: Cell, isStreaming: boolean): Promise<void> {
  const heard = await ask(cell, { isStreaming });
  expect(heard).toMatchObject({ text: SAID, calls: [], finish: cell.client.finishes.stop });
  if (isStreaming) expect(heard.pieces).toBeGreaterThan(1);
}

async function parallelCalls(cell: Cell): Promise<void> {
  const heard = await ask(cell, {
    isStreaming: true,
    tools: TOOLS,
    turns: [user(calls([WEATHER, TIME]))],
  });
  expect(heard.calls).toMatchObject([
    { name: 'get_weather', args: WEATHER.arguments },
    { name: 'get_time', args: TIME.arguments },
  ]);
  expect(heard.finish).toBe(cell.client.finishes.calls);
  const results = resultsOf(heard, 'Sunny');
  const ids = results.map(({ id }) => id).filter((id) => id !== ''); // One format has calls without.
  expect(new Set(ids).size).toBe(ids.length);
  const answer = await ask(cell, {
    tools: TOOLS,
    turns: [
      user(calls([WEATHER, TIME])),
      { role: 'assistant', native: heard.native },
      { role: 'tools', results },
    ],
  });
  expect(answer.text).toMatch(/Sunny[^]*Sunny/);
}

const resultsOf = ({ calls }: Heard, text: string) =>
  calls.map(({ id, name }) => ({ id, name, text }));

/** Two rounds of calls, and the answer: three turns of the model. */
async function toolLoop(cell: Cell): Promise<void> {
  const turns: Turn[] = [user(calls([WEATHER], [TIME]))];
  const names: string[] = [];
  const streams = !cell.client.readsCallsWhole;
  for (const isStreaming of [streams, false]) {
    const heard = await ask(cell, { isStreaming, tools: TOOLS, turns });
    names.push(...heard.calls.map(({ name }) => name));
    turns.push(
      { role: 'assistant', native: heard.native },
      { role: 'tools', results: resultsOf(heard, `Result of ${heard.calls[0]?.name}`) },
    );
  }
  expect(names).toEqual(['get_weather', 'get_time']);
  const heard = await ask(cell, { isStreaming: true, tools: TOOLS, turns });
  expect(heard).toMatchObject({ text: expect.stringContaining('Result of get_time'), calls: [] });
}

async function image(cell: Cell): Promise<void> {
  const heard = await ask(cell, { turns: [user(SAID, PNG)] });
  expect(heard.text).toBe(SAID);
  expect(await lastBody(cell)).toContain(PNG);
}

async function toolAnswers(cell: Cell, rest: { image?: string; isError?: boolean }) {
  const asked = user(calls([WEATHER]));
  const heard = await ask(cell, { tools: TOOLS, turns: [asked] });
  const results = resultsOf(heard, 'No such place').map((result) => ({ ...result, ...rest }));
  await ask(cell, {
    tools: TOOLS,
    turns: [asked, { role: 'assistant', native: heard.native }, { role: 'tools', results }],
  });
  const body = await lastBody(cell);
  expect(body).toContain('No such place');
  return body;
}

const FORECAST = objectOf({ city: { type: 'string' }, days: { type: 'integer' } });

async function jsonSchema(cell: Cell): Promise<void> {
  const heard = await ask(cell, { schema: FORECAST });
  expect(JSON.parse(heard.text)).toEqual({ city: expect.any(String), days: expect.any(Number) });
}

async function thinking(cell: Cell): Promise<void> {
  for (const isStreaming of [false, true]) {
    const asking = { model: 'reasoning', thinks: true, isStreaming };
    const heard = await ask(cell, asking);
    expect(heard.thought).toContain(SAID);
    expect(heard.text).toContain(SAID);
    const again = await ask(cell, {
      ...asking,
      turns: [user(SAID), { role: 'assistant', native: heard.native }, user('And now?')],
    });
    expect(again.text).toContain('And now?');
    const isBack = (await lastBody(cell)).includes('I answer in one sentence');
    if (cell.family.signs && cell.client.keepsSignatures) expect(isBack).toBe(true);
  }
}

async function cache(cell: Cell): Promise<void> {
  await ask(cell, { caches: true });
  const body = await lastBody(cell);
  const { mark, key } = cell.family.caches;
  const isMarked = cell.client.caches === 'mark';
  const expected = isMarked ? mark : key;
  if (expected !== undefined) expect(body).toContain(expected);
  else expect(body).not.toMatch(/cache_control|cachePoint|prompt_cache_key/);
}

async function abort(cell: Cell): Promise<void> {
  const controller = new AbortController();
  const asked = ask(cell, {
    model: FAULTS.stalled,
    isStreaming: true,
    signal: controller.signal,
    onText: () => controller.abort(),
  });
  await expect(asked).rejects.toThrow();
  const { sandbox, records } = cell.gateway;
  await waitFor('the end of the request', async () => (await sandbox.openCount()) === 0);
  expect(await records.lastEntry()).toMatchObject({ outcome: 'interrupted' });
}

async function usage(cell: Cell, isStreaming: boolean): Promise<void> {
  const { input, output } = await ask(cell, { isStreaming });
  const { tokens } = await cell.gateway.records.lastEntry();
  const { unpaid = { input: 0, output: 0 } } = cell.family;
  expect(tokens).toMatchObject({ in: input - unpaid.input, out: output - unpaid.output });
  expect(Math.min(input, output)).toBeGreaterThan(0);
}

/** As long as the gateway waits for a provider that has the request and says nothing. */
async function silence({ gateway: { sandbox, clock } }: Cell): Promise<void> {
  await waitFor('the provider to have it', async () => (await sandbox.openCount()) > 0);
  clock.skip(SILENCE_MS);
}

const refused =
  (status: number, asking: Asking): Case =>
  async (cell) => {
    const { classes, statusOf } = cell.client;
    const fault: unknown = await ask(cell, asking).then(
      () => undefined,
      (cause: unknown) => cause,
    );
    expect(fault).toBeInstanceOf(Error);
    expect(statusOf(fault)).toBe(status);
    if (classes?.[status]) expect((fault as Error).constructor.name).toBe(classes[status]);
  };

async function midStream(cell: Cell): Promise<void> {
  let heardSome = false;
  const onText = () => {
    heardSome = true;
  };
  await expect(ask(cell, { model: FAULTS.cut, isStreaming: true, onText })).rejects.toThrow();
  expect(heardSome).toBe(true);
}

export const cases: Readonly<Record<CaseName, (cell: Cell) => Promise<unknown>>> = {
  text: (cell) => says(cell, false),
  'streamed text': (cell) => says(cell, true),
  'parallel calls': parallelCalls,
  'tool loop': toolLoop,
  image,
  'image of a tool': async (cell) => expect(await toolAnswers(cell, { image: PNG })).toContain(PNG),
  'error of a tool': async (cell) =>
    expect(await toolAnswers(cell, { isError: true })).toContain(cell.family.toolError),
  'JSON schema': jsonSchema,
  thinking,
  cache,
  abort,
  usage: (cell) => usage(cell, false),
  'usage of a stream': (cell) => usage(cell, true),
  'error 400': refused(400, { model: FAULTS.refused }),
  'error 401': refused(401, { key: 'gw_test_unknown' }),
  'error 402': refused(402, { workload: 'poor' }),
  'error 403': refused(403, { workload: 'narrow' }),
  'error 404': refused(404, { model: 'no-such-model' }),
  'error 422': refused(422, { workload: 'guarded', turns: [user('Write to ann@example.org')] }),
  'error 429': refused(429, { model: FAULTS.limited }),
  'error 502': refused(502, { model: FAULTS.failed }),
  'error 504': (cell) => Promise.all([refused(504, { model: FAULTS.silent })(cell), silence(cell)]),
  'error in mid-stream': midStream,
};
