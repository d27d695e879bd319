import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLAIN, readResponsesStream, readSse } from '../../../../test/support/wire.js';
import { readAll, summaryOf } from '../../../../test/support/told.js';
import type { Part, ReplyEvent } from '../reply.js';
import { NO_USAGE } from '../usage.js';
import { ResponsesStreamWriter } from './write-stream.js';

const text: Part = { choice: 0, kind: 'text', index: 0 };
const thinking: Part = { choice: 0, kind: 'thinking', index: 0 };
const refusal: Part = { choice: 0, kind: 'refusal', index: 0 };
const call0: Part = { choice: 0, kind: 'tool_call', index: 0 };
const call1: Part = { choice: 0, kind: 'tool_call', index: 1 };
const tool = (name: string, isCustom = false) => ({ id: `call_${name}`, name, isCustom });

interface Payload {
  readonly type: string;
  readonly sequence_number: number;
  readonly output_index?: number;
  readonly delta?: string;
  readonly arguments?: string;
  readonly input?: string;
  readonly item?: Readonly<Record<string, unknown>>;
  readonly response?: Readonly<Record<string, unknown>>;
  readonly code?: string;
}

const START: ReplyEvent = { type: 'start', id: 'chatcmpl-1' };
const FINISH: ReplyEvent = { type: 'finish', choice: 0, reason: 'tool_calls' };
const DONE: ReplyEvent = { type: 'done' };

function textOf(events: readonly ReplyEvent[], options: Partial<typeof PLAIN> = {}): string {
  const writer = new ResponsesStreamWriter({ ...PLAIN, ...options, source: 'chat' });
  return events
    .map((event) => writer.write({ document: null, edits: [], events: [event] }))
    .join('');
}

const written = (events: readonly ReplyEvent[], options: Partial<typeof PLAIN> = {}): Payload[] =>
  payloadsIn(textOf(events, options));

function payloadsIn(sse: string): Payload[] {
  const payloads = sse
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const [head = '', data = ''] = block.split('\n');
      const payload = JSON.parse(data.slice('data: '.length)) as Payload;
      expect(head).toBe(`event: ${payload.type}`);
      return payload;
    });
  expect(payloads.map(({ sequence_number: at }) => at)).toEqual(payloads.map((_, at) => at));
  return payloads;
}

const lastOf = (payloads: readonly Payload[]) => payloads.at(-1)?.response ?? {};

it('calls that grow side by side are items side by side, each told whole at its end', () => {
  const payloads = written([
    START,
    { type: 'part_start', part: call0, tool: tool('f') },
    { type: 'part_start', part: call1, tool: tool('g') },
    { type: 'args', part: call0, delta: '{"a":' },
    { type: 'args', part: call1, delta: '{"b":' },
    { type: 'args', part: call0, delta: '1}' },
    { type: 'args', part: call1, delta: '2}' },
    { type: 'part_end', part: call0 },
    { type: 'part_end', part: call1 },
    FINISH,
    DONE,
  ]);
  expect(lastOf(payloads)['output']).toMatchObject([
    { type: 'function_call', call_id: 'call_f', name: 'f', arguments: '{"a":1}' },
    { type: 'function_call', call_id: 'call_g', name: 'g', arguments: '{"b":2}' },
  ]);
  const deltas = payloads.filter(({ type }) => type.endsWith('arguments.delta'));
  expect(deltas.map(({ output_index: at, delta }) => [at, delta])).toEqual([
    [0, '{"a":'],
    [1, '{"b":'],
    [0, '1}'],
    [1, '2}'],
  ]);
});

it('a text ends where anything else begins, and goes on as a message of its own', () => {
  const payloads = written([
    START,
    { type: 'part_start', part: thinking },
    { type: 'text', part: thinking, delta: 'Hm' },
    { type: 'part_start', part: text },
    { type: 'text', part: text, delta: 'One' },
    { type: 'part_start', part: call0, tool: tool('f') },
    { type: 'text', part: text, delta: 'Two' },
    { type: 'text', part: refusal, delta: 'No' },
    FINISH,
    { type: 'usage', usage: { ...NO_USAGE, inputTotal: 5, outputTotal: 7 }, isWholeFrame: false },
    DONE,
  ]);
  expect(lastOf(payloads)).toMatchObject({
    status: 'completed',
    output: [
      { type: 'reasoning', summary: [{ text: 'Hm' }] },
      { type: 'message', content: [{ type: 'output_text', text: 'One' }] },
      { type: 'function_call', arguments: '{}' },
      { type: 'message', content: [{ text: 'Two' }] },
      { type: 'message', content: [{ type: 'refusal', refusal: 'No' }] },
    ],
    usage: {
      input_tokens: 5,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 12,
    },
  });
});

it('what was thought is told to nobody who did not ask', () => {
  const payloads = written(
    [START, { type: 'text', part: thinking, delta: 'Hm' }, { ...FINISH, reason: 'stop' }, DONE],
    { showsThinking: false },
  );
  expect(JSON.stringify(payloads)).not.toContain('Hm');
  expect(lastOf(payloads)['output']).toEqual([]);
});

it('the input of a custom tool is a text, though the model gave an object', () => {
  const payloads = written(
    [
      START,
      { type: 'part_start', part: call0, tool: tool('patch') },
      { type: 'args', part: call0, delta: '{"input":' },
      { type: 'args', part: call0, delta: '"a\\nb"}' },
      { type: 'part_start', part: call1, tool: tool('own', true) },
      { type: 'text', part: call1, delta: 'c' },
      FINISH,
      DONE,
    ],
    { customTools: new Set(['patch']) },
  );
  expect(lastOf(payloads)['output']).toMatchObject([
    { type: 'custom_tool_call', name: 'patch', input: 'a\nb' },
    { type: 'custom_tool_call', name: 'own', input: 'c' },
  ]);
  const told = payloads.filter(({ type }) => type.startsWith('response.custom_tool_call_input'));
  expect(told.map(({ delta, input }) => delta ?? input)).toEqual(['c', 'a\nb', 'a\nb', 'c']);
});

it('an answer that was limited is incomplete, and so is its last item', () => {
  const writer = new ResponsesStreamWriter({ ...PLAIN, source: 'chat' });
  const told =
    writer.write({
      document: null,
      edits: [],
      events: [START, { type: 'text', part: text, delta: 'Cut' }],
    }) +
    writer.write({
      document: null,
      edits: [],
      events: [{ type: 'part_end', part: text }, { ...FINISH, reason: 'length' }, DONE],
    });
  const payloads = payloadsIn(told);
  expect(payloads.at(-1)).toMatchObject({
    type: 'response.incomplete',
    response: {
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ status: 'incomplete' }],
    },
  });
});

it('an error ends what has not even begun, with all that was whole until then', () => {
  const error = { type: 'error', message: 'Gone.', code: 'upstream_error' } as const;
  for (const events of [[error], [START, { type: 'text', part: text, delta: 'a' }, error]]) {
    const payloads = written(events as ReplyEvent[]);
    expect(payloads[0]?.type).toBe('response.created');
    expect(payloads.slice(-2)).toMatchObject([
      { type: 'error', code: 'upstream_error', message: 'Gone.', param: null },
      { type: 'response.failed', response: { status: 'failed', error: { message: 'Gone.' } } },
    ]);
  }
});

it('an answer without end is not kept without end', () => {
  const writer = new ResponsesStreamWriter({ ...PLAIN, source: 'chat' });
  const delta = 'x'.repeat(1_048_576);
  const events: ReplyEvent[] = [{ type: 'text', part: text, delta }];
  const write = () => writer.write({ document: null, edits: [], events });
  for (let mebi = 0; mebi < 16; mebi++) write();
  expect(write).toThrow(expect.objectContaining({ key: 'upstream_failed' }));
});

it('thinking that is hidden can be given back, and nothing else of another maker', () => {
  const opaque = (value: object): ReplyEvent => ({
    type: 'opaque',
    choice: 0,
    value: { origin: 'messages', value: JSON.stringify(value) },
  });
  const data = 'QUJDREVGR0hJSktMTU5PUA==';
  const payloads = written([
    START,
    opaque({ type: 'redacted_thinking', data }),
    opaque({ type: 'web_search_tool_result', content: [] }),
    { ...FINISH, reason: 'stop' },
    DONE,
  ]);
  expect(lastOf(payloads)['output']).toEqual([
    {
      id: expect.any(String),
      type: 'reasoning',
      summary: [],
      encrypted_content: `gw1_redacted_${data}`,
    },
  ]);
});

describe('any order of events', () => {
  const parts = [text, thinking, refusal, call0, call1];
  const anEvent = fc.oneof(
    fc.record({
      type: fc.constant('text' as const),
      part: fc.constantFrom(text, thinking, refusal),
      delta: fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }),
    }),
    fc.record({
      type: fc.constant('args' as const),
      part: fc.constantFrom(call0, call1),
      delta: fc.constantFrom('{', '"a"', '}'),
    }),
    fc.record({ type: fc.constant('part_end' as const), part: fc.constantFrom(...parts) }),
  );

  it('is a life cycle that reads back as what was said', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anEvent, { maxLength: 30 }), async (events) => {
        const heads: ReplyEvent[] = [call0, call1].map((part) => ({
          type: 'part_start',
          part,
          tool: tool(`t${part.index}`),
        }));
        // A call ends once, and is given nothing behind its end.
        const ended = new Set<Part>();
        const told = events.filter((event) => {
          if (event.part.kind === 'tool_call' && ended.has(event.part)) return false;
          if (event.type === 'part_end') ended.add(event.part);
          return true;
        });
        const sse = textOf([START, ...heads, ...told, FINISH, DONE]);
        payloadsIn(sse);
        const read = summaryOf(await readAll(readResponsesStream(readSse([Buffer.from(sse)]))));
        const saidOf = (kinds: readonly string[]) =>
          told.map((event) =>
            'delta' in event && kinds.includes(event.part.kind) ? event.delta : '',
          );
        expect(read.end).toBe('done');
        expect(read.thought).toBe(saidOf(['thinking']).join(''));
        expect(read.said).toBe(saidOf(['text', 'refusal']).join(''));
        expect(read.tools).toEqual(['t0', 't1']);
      }),
    );
  });
});
