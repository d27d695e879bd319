import { describe, expect, it } from 'vitest';
import { parseJson } from '#kernel';
import { PLAIN } from '../../../test/support/wire.js';
import { PartialArgs } from './gemini/partial-args.js';
import { GeminiStreamWriter } from './gemini/write-stream.js';
import { MessagesStreamWriter } from './messages/write-stream.js';
import type { Part, ReplyEvent } from './reply.js';

const MIB = 1_048_576;
const DELTA = 'x'.repeat(MIB);
const callAt = (index: number): Part => ({ choice: 0, kind: 'tool_call', index });
const begin = (part: Part, isCustom = false): ReplyEvent => ({
  type: 'part_start',
  part,
  tool: { id: 'c', name: 'f', isCustom },
});
const tooLong = expect.objectContaining({ key: 'upstream_failed' });

/** What is written of a call that does not end. */
function endless(
  writer: GeminiStreamWriter | MessagesStreamWriter,
  begun: ReplyEvent[],
  part: Part,
) {
  const write = (events: readonly ReplyEvent[]) =>
    writer.write({ document: null, edits: [], events });
  write(begun);
  for (let mib = 0; mib < 5; mib++) write([{ type: 'args', part, delta: DELTA }]);
}

describe('what is held back of a stream is bounded', () => {
  const options = { ...PLAIN, source: 'chat' as const };
  const [first, second] = [callAt(0), callAt(1)];

  it('in the format of Gemini, where calls are whole', () => {
    const writer = new GeminiStreamWriter(options);
    expect(() => endless(writer, [begin(first)], first)).toThrow(tooLong);
  });

  it('in the messages format, where a call waits for the one before, or for its end', () => {
    const beside = [begin(first), begin(second)];
    expect(() => endless(new MessagesStreamWriter(options), beside, second)).toThrow(tooLong);
    const custom = [begin(first, true)];
    expect(() => endless(new MessagesStreamWriter(options), custom, first)).toThrow(tooLong);
    expect(() => endless(new MessagesStreamWriter(options), [begin(first)], first)).not.toThrow();
  });

  it('where arguments come in pieces', () => {
    const args = new PartialArgs();
    const piece = parseJson(JSON.stringify([{ jsonPath: '$.a', stringValue: DELTA }])).root;
    expect(() => {
      for (let mib = 0; mib < 5; mib++) args.add(piece);
    }).toThrow(tooLong);
  });
});
