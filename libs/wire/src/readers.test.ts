import fc from 'fast-check';
import { GatewayError, parseJson } from '#kernel';
import { describe, expect, it } from 'vitest';
import { eventFrame } from '../../../apps/sandbox/src/http/event-stream.js';
import { aPart, PLAIN } from '../../../test/support/wire.js';
import {
  answerReaders,
  codecs,
  EventStreamParser,
  SseParser,
  type Protocol,
  type ReplyEvent,
  type ReplyFrame,
  type StreamEvent,
} from './index.js';
import { NO_USAGE } from './usage.js';

/** Whatever is cut off, and whatever a provider sends: a reader ends every answer once, and breaks at nothing. */

const THOUGHT = aPart('0/reasoning');
const TEXT = aPart('0/text');
const CALL = aPart('0/tool/0');

/** An answer with something of everything, in letters of one to four bytes. */
const EVENTS: readonly ReplyEvent[] = [
  { type: 'start', id: 'a' },
  { type: 'part_start', part: THOUGHT },
  { type: 'text', part: THOUGHT, delta: 'Hm – ' },
  { type: 'part_end', part: THOUGHT },
  { type: 'part_start', part: TEXT },
  { type: 'text', part: TEXT, delta: 'Grüße, ' },
  { type: 'text', part: TEXT, delta: '👋 "world"\n' },
  { type: 'part_end', part: TEXT },
  { type: 'part_start', part: CALL, tool: { id: 'call_1', name: 'f', isCustom: false } },
  { type: 'args', part: CALL, delta: '{"a":' },
  { type: 'args', part: CALL, delta: '"é"}' },
  { type: 'part_end', part: CALL },
  { type: 'finish', choice: 0, reason: 'tool_calls' },
  { type: 'usage', usage: { ...NO_USAGE, inputTotal: 3, outputTotal: 4 }, isWholeFrame: true },
  { type: 'done' },
];

const SPOKEN = ['chat', 'completions', 'messages', 'gemini', 'responses'] as const;

/** The stream of a format, as bytes, and what cuts it into events. */
interface Sample {
  readonly protocol: Protocol;
  readonly bytes: Buffer;
  readonly newParser: () => SseParser | EventStreamParser;
}

const sse = (protocol: Protocol, text: string): Sample => ({
  protocol,
  bytes: Buffer.from(text),
  newParser: () => new SseParser(),
});

function writtenIn(protocol: (typeof SPOKEN)[number]): string {
  const writer = codecs[protocol].newStreamWriter({
    ...PLAIN,
    source: 'converse',
    model: 'm',
    wantsUsage: true,
  });
  return EVENTS.map((event) => writer.write({ document: null, edits: [], events: [event] })).join(
    '',
  );
}

function mistralStream(): string {
  const chunk = (delta: object, rest: object = {}) =>
    `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, finish_reason: null, ...rest }] })}\n\n`;
  const thinking = [{ type: 'text', text: 'Hm – ' }];
  const call = { id: 'abcdefghi', index: 0, function: { name: 'f', arguments: '{"a":"é"}' } };
  return [
    chunk({ role: 'assistant', content: '' }),
    chunk({ content: [{ type: 'thinking', thinking }] }),
    chunk({ content: [{ type: 'text', text: 'Grüße, 👋' }] }),
    chunk({ tool_calls: [call] }, { finish_reason: 'tool_calls' }),
    'data: [DONE]\n\n',
  ].join('');
}

function cohereStream(): string {
  const event = (type: string, rest: object) => `data: ${JSON.stringify({ type, ...rest })}\n\n`;
  const inMessage = (message: object) => ({ index: 0, delta: { message } });
  const call = { id: 'f_1', type: 'function', function: { name: 'f', arguments: '' } };
  const end = {
    finish_reason: 'TOOL_CALL',
    usage: { tokens: { input_tokens: 3, output_tokens: 4 } },
  };
  return [
    event('message-start', { id: 'a', delta: { message: { role: 'assistant' } } }),
    event('tool-plan-delta', { delta: { message: { tool_plan: 'Hm – ' } } }),
    event('content-start', inMessage({ content: { type: 'text', text: '' } })),
    event('content-delta', inMessage({ content: { text: 'Grüße, 👋' } })),
    event('content-end', { index: 0 }),
    event('tool-call-start', inMessage({ tool_calls: call })),
    event('tool-call-delta', inMessage({ tool_calls: { function: { arguments: '{"a":"é"}' } } })),
    event('tool-call-end', { index: 0 }),
    event('message-end', { delta: end }),
  ].join('');
}

const converseEvents: readonly (readonly [name: string, payload: object])[] = [
  ['messageStart', { role: 'assistant' }],
  ['contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { text: 'Hm – ' } } }],
  ['contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { signature: 's' } } }],
  ['contentBlockStop', { contentBlockIndex: 0 }],
  ['contentBlockDelta', { contentBlockIndex: 1, delta: { text: 'Grüße, 👋' } }],
  ['contentBlockStop', { contentBlockIndex: 1 }],
  [
    'contentBlockStart',
    { contentBlockIndex: 2, start: { toolUse: { toolUseId: 't', name: 'f' } } },
  ],
  ['contentBlockDelta', { contentBlockIndex: 2, delta: { toolUse: { input: '{"a":"é"}' } } }],
  ['contentBlockStop', { contentBlockIndex: 2 }],
  ['messageStop', { stopReason: 'tool_use' }],
  ['metadata', { usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7 } }],
];

const samples: readonly Sample[] = [
  ...SPOKEN.map((protocol) => sse(protocol, writtenIn(protocol))),
  sse('native', writtenIn('chat')),
  sse('mistral', mistralStream()),
  sse('cohere', cohereStream()),
  {
    protocol: 'converse',
    bytes: Buffer.concat(
      converseEvents.map(([name, payload]) =>
        eventFrame({ ':message-type': 'event', ':event-type': name }, JSON.stringify(payload)),
      ),
    ),
    newParser: () => new EventStreamParser(),
  },
];

function parsed({ newParser }: Sample, pieces: readonly Buffer[]): StreamEvent[] {
  const parser = newParser();
  const events = pieces.flatMap((piece) => parser.push(piece));
  const rest = parser.end();
  return rest ? [...events, rest] : events;
}

function readAll(protocol: Protocol, events: readonly StreamEvent[]): ReplyFrame[] {
  const reader = answerReaders[protocol].newStreamReader();
  const frames: ReplyFrame[] = [];
  for (const event of events) {
    const frame = reader.read(event);
    if (frame) frames.push(frame);
    if (reader.isOver) return frames;
  }
  const end = reader.end();
  return end ? [...frames, end] : frames;
}

function checkEnd(frames: readonly ReplyFrame[]): ReplyEvent | undefined {
  const events = frames.flatMap((frame) => frame.events);
  const ends = events.filter(({ type }) => type === 'done' || type === 'error');
  expect(ends).toEqual([events.at(-1)]);
  const finished = events.flatMap((event) => (event.type === 'finish' ? [event.choice] : []));
  expect(new Set(finished).size).toBe(finished.length);
  return ends[0];
}

describe.each(samples)('a stream of the format $protocol', (sample) => {
  const { protocol, bytes } = sample;
  const whole = readAll(protocol, parsed(sample, [bytes]));

  it('is read to its end', () => {
    expect(checkEnd(whole)?.type).toBe('done');
  });

  it('is read alike wherever it is cut in two, and ends once wherever it breaks off', () => {
    const told = JSON.stringify(whole.map(({ events }) => events));
    for (let cut = 0; cut < bytes.length; cut++) {
      const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
      const frames = readAll(protocol, parsed(sample, pieces));
      expect(JSON.stringify(frames.map(({ events }) => events))).toBe(told);
      checkEnd(readAll(protocol, parsed(sample, pieces.slice(0, 1))));
    }
  });

  it('ends once whatever stands in any place of it', () => {
    const events = parsed(sample, [bytes]);
    const change = fc.record({
      at: fc.nat(events.length - 1),
      steps: fc.array(fc.nat(20), { maxLength: 8 }),
      value: fc.jsonValue({ maxDepth: 3 }),
      isAlone: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const changed = [...events];
        for (const { at, steps, value, isAlone } of changes) {
          const event = changed[at] as StreamEvent;
          const data = isAlone ? value : replaced(jsonIn(event.data), steps, value);
          changed[at] = { ...event, data: JSON.stringify(data) };
        }
        const frames = orRefused(() => readAll(protocol, changed));
        if (!frames) return;
        checkEnd(frames);
        for (const spoken of SPOKEN) {
          const options = { ...PLAIN, source: protocol, model: 'm', wantsUsage: true };
          const writer = codecs[spoken].newStreamWriter(options);
          for (const frame of frames) writer.write(frame);
        }
      }),
      { numRuns: 400 },
    );
  });
});

it.each(Object.keys(answerReaders) as Protocol[])(
  'no JSON breaks the reader of answers of %s',
  (protocol) => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const document = parseJson(JSON.stringify(value));
        const frame = orRefused(() => answerReaders[protocol].readAnswer(document));
        if (frame) checkEnd([frame]);
      }),
    );
  },
);

/** A provider's fault may be told by refusing its answer, and in no other way. */
function orRefused<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof GatewayError && cause.key === 'upstream_failed') return undefined;
    throw cause;
  }
}

const jsonIn = (text: string): unknown => (text.startsWith('{') ? JSON.parse(text) : text);

/** The value with another one in the place that the steps lead to. */
function replaced(value: unknown, steps: readonly number[], other: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined || typeof value !== 'object' || value === null) return other;
  const keys = Object.keys(value);
  const key = keys[step % keys.length];
  if (key === undefined) return other;
  const inner = replaced(Reflect.get(value, key), rest, other);
  if (Array.isArray(value))
    return value.map((item: unknown, at) => (String(at) === key ? inner : item));
  return { ...value, [key]: inner };
}
