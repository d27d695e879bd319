import { describe, expect, it } from 'vitest';
import type { Entered, InspectedCall } from '#call';
import { applyEdits } from '#kernel';
import { answerReaders, codecs, type ReplyFrame } from '#wire';
import { aDocument } from '../../../../test/support/a-call.js';
import { PLAIN } from '../../../../test/support/wire.js';
import { aGuardedCall } from '../testing/guarded.js';
import { bytesOf, toldStream } from '../testing/restore/told-answers.js';

const MAIL = 'canary.bird@example.org';
const thinking = (text: string) => ({ type: 'thinking', thinking: text, signature: 'c2lnbmVk' });
const anAnswer = (...blocks: readonly object[]) => ({
  id: 'm1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [...blocks, { type: 'text', text: 'Fine.' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
});

const told = async (answer: object, entered: Entered<InspectedCall>): Promise<ReplyFrame> => {
  const frame = answerReaders.messages.readAnswer(aDocument(answer));
  return (await entered.watchWhole?.(frame, 'messages')) ?? frame;
};

describe('what was thought under a signature', () => {
  it('goes with its signature where a value stands in it, and else stays as it came', async () => {
    const entered = await aGuardedCall({
      answers: 'mask',
      protocol: 'messages',
      isStreaming: false,
    });
    const answer = anAnswer(thinking(`It is ${MAIL}.`), thinking('Let me see. Well.'));
    const { document, edits } = await told(answer, entered);
    expect(JSON.parse(applyEdits(document?.text ?? '', edits))).toEqual(
      anAnswer(thinking('Let me see. Well.')),
    );
    expect(entered.report?.().found).toEqual([
      { kind: 'email', subtype: null, action: 'mask', place: 'answer.thinking', count: 1 },
    ]);
  });

  it('goes as well where the answer is told in another format that gives it back', async () => {
    const entered = await aGuardedCall({
      answers: 'mask',
      protocol: 'responses',
      isStreaming: false,
    });
    const frame = await told(anAnswer(thinking(`It is ${MAIL}.`)), entered);
    const options = { ...PLAIN, source: 'messages', sealsThinking: true } as const;
    const written = codecs.responses.writeAnswer(frame, options);
    expect(written).toContain('Fine.');
    expect(written).not.toMatch(/canary|reasoning_text|encrypted_content":"/);
  });

  it.each([{}, { signature: '' }])('is masked where there is none: %j', async (signature) => {
    const entered = await aGuardedCall({
      answers: 'mask',
      protocol: 'messages',
      isStreaming: false,
    });
    const unsigned = (text: string) => ({ type: 'thinking', thinking: text, ...signature });
    const { document, edits } = await told(anAnswer(unsigned(`It is ${MAIL}.`)), entered);
    expect(JSON.parse(applyEdits(document?.text ?? '', edits))).toEqual(
      anAnswer(unsigned('It is «EMAIL».')),
    );
  });

  const streamOf = (text: string): Uint8Array => {
    const delta = (one: object) => ({ type: 'content_block_delta', index: 0, delta: one });
    const pieces = text.match(/.{1,4}/gs) ?? [];
    const payloads = [
      { type: 'message_start', message: { ...anAnswer(), content: [], stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: thinking('') },
      ...pieces.map((piece) => delta({ type: 'thinking_delta', thinking: piece })),
      delta({ type: 'signature_delta', signature: 'c2lnbmVk' }),
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ];
    return bytesOf(payloads, 'messages');
  };

  it('has a stream refused, since its beginning was told already', async () => {
    const entered = await aGuardedCall({ answers: 'mask', protocol: 'messages' });
    const way = { provider: 'messages', caller: 'messages', entered } as const;
    const stream = toldStream([streamOf(`So it is. Is it ${MAIL}? It is.`)], way);
    await expect(stream).rejects.toMatchObject({ key: 'answer_blocked' });
    expect(entered.report?.().found).toEqual([
      { kind: 'email', subtype: null, action: 'block', place: 'answer.thinking', count: 1 },
    ]);
  });

  it('is told whole before its signature, whatever was held of it', async () => {
    const entered = await aGuardedCall({ answers: 'mask', protocol: 'messages' });
    const way = { provider: 'messages', caller: 'messages' } as const;
    const bytes = [streamOf('So it is. Is it? It is 4')];
    expect(await toldStream(bytes, { ...way, entered })).toEqual(
      await toldStream(bytes, { ...way, entered: null }),
    );
  });
});
