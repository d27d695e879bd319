import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '#kernel';
import { PLAIN, readResponsesStream, readSse } from '../../../../test/support/wire.js';
import { readAll } from '../../../../test/support/told.js';
import { inCommonWords } from '../conversation/common-words.js';
import { conversations } from '../codecs.js';
import type { Opaque, Part, ReplyEvent } from '../reply.js';
import { isSealed } from '../texts/place.js';
import { sealThought, unseal } from './seal.js';
import { writeResponsesAnswer } from './write-answer.js';
import { ResponsesStreamWriter } from './write-stream.js';

const SIGNATURE = 'EqoBCkgIARABGAIiQL2UoU0b1OHYi+yCHpBYGMg1gvFp4o3ilw=';
const signed: Opaque = { origin: 'messages', value: SIGNATURE };

describe('a thought within its seal', () => {
  it('comes out as it went in, whatever it says', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.constantFrom(signed, undefined),
        (text, signature) => {
          const seal = sealThought(text, signature) ?? '';
          expect(isSealed(seal)).toBe(true);
          expect(unseal(seal)).toEqual({ kind: 'thought', text, signature });
        },
      ),
    );
  });

  it('is none where it was altered', () => {
    const seal = sealThought('Let me see.', signed) ?? '';
    for (const altered of [
      seal.replace('_15_', '_14_'),
      seal.replace('_15_', '_999999_'),
      seal.replace('_15_', '_0_'),
      `${seal} `,
      seal.slice(0, 20),
    ]) {
      expect(unseal(altered)).not.toMatchObject({ text: 'Let me see.' });
    }
  });

  it('is as long as sealed bytes may be, and one beyond that is not given back', () => {
    expect(sealThought('x'.repeat(196_000), signed)).toBeDefined();
    expect(sealThought('x'.repeat(197_000), signed)).toBeUndefined();
    expect(sealThought('x'.repeat(10_000_000), undefined)).toBeUndefined();
  });

  it('is not given back without its signature, nor with half a character', () => {
    expect(sealThought('x', { origin: 'gemini', value: SIGNATURE })).toBeUndefined();
    expect(sealThought('x', { origin: 'messages', value: 'no base64!' })).toBeUndefined();
    expect(sealThought('x\ud83d', signed)).toBeUndefined();
  });
});

const thinking: Part = { choice: 0, kind: 'thinking', index: 0 };
const text: Part = { choice: 0, kind: 'text', index: 0 };
const answerWith = (signature?: Opaque): ReplyEvent[] => [
  { type: 'start', id: 'msg_1' },
  { type: 'part_start', part: thinking },
  { type: 'text', part: thinking, delta: 'Let me ' },
  { type: 'text', part: thinking, delta: 'see.' },
  ...(signature ? [{ type: 'signature', part: thinking, value: signature } as const] : []),
  { type: 'part_end', part: thinking },
  { type: 'part_start', part: text },
  { type: 'text', part: text, delta: 'Yes.' },
  { type: 'part_end', part: text },
  { type: 'finish', choice: 0, reason: 'stop' },
  { type: 'done' },
];
const hidden = { ...PLAIN, source: 'messages' as const, showsThinking: false };
const sealing = { ...hidden, sealsThinking: true };

describe.each([
  ['of Claude', signed],
  ['that nobody signed', undefined],
])('what was thought, %s', (_name, signature) => {
  const frame = { document: null, edits: [], events: answerWith(signature) };
  const sealed = {
    id: expect.stringMatching(/^rs_/),
    type: 'reasoning',
    summary: [],
    encrypted_content: sealThought('Let me see.', signature),
  };

  it('is given back where only its seal was asked for, and else is not told', () => {
    const outputOf = (options: typeof hidden) =>
      (JSON.parse(writeResponsesAnswer(frame, options)) as { output: object[] }).output;
    expect(outputOf(sealing)).toMatchObject([sealed, { type: 'message' }]);
    expect(outputOf(hidden)).toMatchObject([{ type: 'message' }]);
  });

  it('is so in a stream, without a word of it beside the seal', async () => {
    const sse = new ResponsesStreamWriter(sealing).write(frame);
    expect(sse).not.toMatch(/summary_text|summary_part|Let me/);
    const items = [...sse.matchAll(/^data: (.*output_item\.done.*)$/gm)].map(
      ([, payload = '']) => (JSON.parse(payload) as { item: object }).item,
    );
    expect(items).toMatchObject([sealed, { type: 'message' }]);
    const read = await readAll(readResponsesStream(readSse([Buffer.from(sse)])));
    expect(read.at(-1)?.events.at(-1)).toEqual({ type: 'done' });
    expect(new ResponsesStreamWriter(hidden).write(frame)).not.toMatch(/reasoning|gw1_/);
  });

  it('goes back to who thought it in its own words', () => {
    const input = [{ role: 'user', content: 'Hi' }, sealed, { role: 'user', content: 'And?' }];
    const read = conversations.responses.readConversation(parseJson(JSON.stringify({ input })));
    expect(read.turns[1]?.parts).toEqual([
      { type: 'thinking', text: 'Let me see.', ...(signature && { signature }) },
    ]);
    const own = signature ? 'messages' : 'chat';
    const other = signature ? 'chat' : 'gemini';
    const writtenFor = (format: 'chat' | 'messages' | 'gemini') =>
      conversations[format].writeRequest(inCommonWords(read, format));
    expect(writtenFor(own)).toContain('Let me see.');
    expect(writtenFor(other)).not.toMatch(/Let me see|gw1_/);
  });
});
