import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLAIN } from '../../../test/support/wire.js';
import {
  answerReaders,
  codecs,
  type ReplyFrame,
  type StreamEvent,
  type StreamReader,
} from './index.js';
import { ChatStreamReader } from './chat/read-stream.js';
import { MessagesStreamReader } from './messages/read-stream.js';

const READERS = {
  chat: () => new ChatStreamReader(),
  mistral: () => new ChatStreamReader(),
  messages: () => new MessagesStreamReader(),
};

const json = JSON.stringify;
const chunk = (delta: object, more: object = {}, beside: object = {}) =>
  json({
    id: 'c',
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: null, ...more }],
    ...beside,
  });
const block = (index: number, delta: object) => json({ type: 'content_block_delta', index, delta });

const aText = fc.string({ unit: 'binary', maxLength: 6 });
/** Frames of which many are alike, in any order: what ends a text, begins it anew, or is none. */
const CHUNKS = fc.oneof(
  { arbitrary: aText.map((content) => chunk({ content })), weight: 6 },
  { arbitrary: aText.map((reasoning_content) => chunk({ reasoning_content })), weight: 2 },
  fc.tuple(aText, aText).map(([content, obfuscation]) => chunk({ content }, {}, { obfuscation })),
  fc
    .tuple(aText, aText)
    .map(([obfuscation, content]) =>
      json({ obfuscation, ...(JSON.parse(chunk({ content })) as object) }),
    ),
  aText.map((content) => chunk({ content }, {}, { usage: null })),
  aText.map((content) => chunk({ content }, { index: 1 })),
  aText.map((content) => chunk({ role: 'assistant', content })),
  aText.map((text) => chunk({ content: [{ type: 'text', text }, { type: 'image_url' }] })),
  aText.map((content) => chunk({ content, audio: { data: 'AAAA' } })),
  aText.map((content) => chunk({ content }, { finish_reason: 'stop' })),
  aText.map((content) =>
    chunk({ content }, {}, { usage: { prompt_tokens: 1, completion_tokens: 2 } }),
  ),
  aText.map((text) =>
    chunk({ tool_calls: [{ index: 0, id: 'a', function: { arguments: text } }] }),
  ),
  fc.constantFrom('[DONE]', '', '{', 'null', '{"error":{"message":"x"}}'),
);
const BLOCKS = fc.oneof(
  { arbitrary: aText.map((text) => block(0, { type: 'text_delta', text })), weight: 6 },
  aText.map((text) => block(1, { type: 'text_delta', text })),
  aText.map((thinking) => block(0, { type: 'thinking_delta', thinking })),
  fc
    .nat(1)
    .map((index) =>
      json({ type: 'content_block_start', index, content_block: { type: 'text', text: '' } }),
    ),
  fc.nat(1).map((index) => json({ type: 'content_block_stop', index })),
  fc.constantFrom(
    json({ type: 'message_start', message: { id: 'm' } }),
    json({ type: 'ping' }),
    json({ type: 'message_stop' }),
  ),
);

function readAll(reader: StreamReader, events: readonly StreamEvent[]) {
  const frames: ReplyFrame[] = [];
  for (const event of events) {
    if (reader.isOver) break;
    const frame = reader.read(event);
    if (frame) frames.push(frame);
  }
  const end = reader.end();
  return end ? [...frames, end] : frames;
}

/** All that a frame tells, its payload's values placed. */
const toldOf = ({ name, document, edits, events, raw }: ReplyFrame) => ({
  name,
  edits,
  events,
  raw,
  document: document && { text: document.text, root: document.root, nodes: document.nodes },
});

describe('AlikeReader', () => {
  for (const [protocol, payloads] of [
    ['chat', CHUNKS],
    ['mistral', CHUNKS],
    ['messages', BLOCKS],
  ] as const) {
    it(`reads what the reader of the format reads: ${protocol}`, () => {
      const some = fc.tuple(fc.array(payloads, { maxLength: 30 }), fc.constantFrom('', 'x'));
      fc.assert(
        fc.property(some, ([texts, name]) => {
          const events = texts.map((data) => ({ name, data, isCut: false }));
          const alike = readAll(answerReaders[protocol].newStreamReader(), events);
          const read = readAll(READERS[protocol](), events);
          expect(alike.map(toldOf)).toEqual(read.map(toldOf));
          const lengthOf = (frame: ReplyFrame) => ({
            images: 0,
            ...answerReaders[protocol].lengthOf(frame),
          });
          expect(alike.map(lengthOf)).toEqual(read.map(lengthOf));
        }),
        { numRuns: 500 },
      );
    });
  }

  for (const [protocol, payloads] of [
    ['chat', CHUNKS],
    ['messages', BLOCKS],
  ] as const) {
    it(`what it reads is written as what the reader of the format reads: ${protocol}`, () => {
      const answer = fc.record({
        texts: fc.array(payloads, { maxLength: 30 }),
        model: fc.constantFrom(null, 'm', 'another'),
        wantsUsage: fc.boolean(),
        source: fc.constantFrom(protocol, 'kept' as const),
      });
      fc.assert(
        fc.property(answer, ({ texts, ...options }) => {
          const events = texts.map((data) => ({ name: '', data, isCut: false }));
          const written = [answerReaders[protocol].newStreamReader(), READERS[protocol]()].map(
            (reader) => {
              const writer = codecs[protocol].newStreamWriter({ ...PLAIN, ...options });
              return readAll(reader, events).map((frame) => writer.write(frame));
            },
          );
          expect(written[0]).toEqual(written[1]);
        }),
        { numRuns: 500 },
      );
    });
  }

  it('tells pieces of one text by comparing, and all else by reading', () => {
    const reader = answerReaders.chat.newStreamReader();
    const payloads = ['a', 'b', 'c\n'].map((content) => chunk({ content }));
    const told = [...payloads, chunk({ content: '' }), ...payloads].map(
      (data) => reader.read({ name: '', data, isCut: false })?.saysTextAlone ?? false,
    );
    expect(told).toEqual([false, false, true, false, false, true, true]);
  });
});
