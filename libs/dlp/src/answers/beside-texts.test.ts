import { describe, expect, it } from 'vitest';
import type { Entered, InspectedCall } from '#call';
import { applyEdits } from '#kernel';
import { answerReaders, type CallerProtocol } from '#wire';
import { aDocument } from '../../../../test/support/a-call.js';
import { aGuardedCall } from '../testing/guarded.js';
import { STREAM, WHOLE, type Said } from '../testing/restore/answers.js';

const MAIL = 'canary.bird@example.org';
const SAID: Said = { text: `It is ${MAIL}.`, thinking: '', args: '{}', note: '', more: '' };

const tokens = SAID.text.match(/.{1,4}/gs) ?? [];
const logprobs = tokens.map((token) => ({ token, logprob: -1, bytes: null, top_logprobs: [] }));

async function shown(answer: object, format: CallerProtocol, entered: Entered<InspectedCall>) {
  const frame = answerReaders[format].readAnswer(aDocument(answer));
  const { document, edits } = (await entered.watchWhole?.(frame, format)) ?? frame;
  return applyEdits(document?.text ?? '', edits);
}

const guarded = (protocol: CallerProtocol, isStreaming = false) =>
  aGuardedCall({ answers: 'mask', protocol, isStreaming });

describe('what spells a text once more', () => {
  it('goes where the text was masked, in the chat format', async () => {
    const whole = WHOLE.chat(SAID) as { choices: object[] };
    const answer = {
      ...whole,
      choices: whole.choices.map((one) => ({ ...one, logprobs: { content: logprobs } })),
    };
    const told = JSON.parse(await shown(answer, 'chat', await guarded('chat'))) as {
      choices: { logprobs: unknown; message: { content: string } }[];
    };
    expect(told.choices[0]).toMatchObject({
      logprobs: null,
      message: { content: 'It is «EMAIL».' },
    });
  });

  it('goes in the Responses format, whole and in every event', async () => {
    const spell = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(spell);
      if (typeof value !== 'object' || value === null) return value;
      const members = Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, spell(one)]),
      );
      const { type = '' } = value as { type?: string };
      const isText = type === 'output_text' || /output_text\.\w+$/.test(type);
      return isText ? { ...members, logprobs } : members;
    };
    const answer = spell(WHOLE.responses(SAID)) as object;
    const told = await shown(answer, 'responses', await guarded('responses'));
    expect(told).toContain('«EMAIL»');
    expect(told).toContain('"logprobs":[]');
    expect(told).not.toMatch(/cana|bird|exam/);

    const entered = await guarded('responses', true);
    const reader = answerReaders.responses.newStreamReader();
    let stream = '';
    for (const payload of STREAM.responses(SAID, (text) => [text.slice(0, 9), text.slice(9)])) {
      const data = JSON.stringify(spell(payload));
      const frame = reader.read({ name: '', data, isCut: false });
      const seen = (frame && entered.watch?.(frame, 'responses')) ?? [];
      for (const { document, edits } of 'events' in seen ? [seen] : seen) {
        stream += applyEdits(document?.text ?? '', edits);
      }
    }
    expect(stream).toContain('«EMAIL»');
    expect(stream).not.toMatch(/cana|bird|exam/);
  });
});

describe('what stands under a signature that no caller gives back', () => {
  it('has the answer refused, since it can be neither rewritten nor left out', async () => {
    const detail = { type: 'reasoning.text', text: `It is ${MAIL}.`, signature: 'c2lnbmVk' };
    const message = { role: 'assistant', content: 'Fine.', reasoning_details: [detail] };
    const answer = { id: 'c1', choices: [{ index: 0, message, finish_reason: 'stop' }] };
    await expect(shown(answer, 'chat', await guarded('chat'))).rejects.toMatchObject({
      key: 'answer_blocked',
      message: expect.stringContaining('email at answer.thinking') as unknown,
    });
  });
});

describe('what nobody can look into', () => {
  it('is told: files within an answer', async () => {
    const audio = {
      id: 'a1',
      data: 'UklGRiQAAABXQVZFZm10IBAAAAABAAEA'.repeat(4),
      transcript: 'Hi.',
    };
    const message = { role: 'assistant', content: null, audio };
    const answer = { id: 'c1', choices: [{ index: 0, message, finish_reason: 'stop' }] };
    const entered = await guarded('chat');
    expect(JSON.parse(await shown(answer, 'chat', entered))).toEqual(answer);
    expect(entered.report?.()).toEqual({ found: [], marks: ['unscanned'] });
  });

  it('is told: sound that is streamed, which passes as it came', async () => {
    const entered = await guarded('native', true);
    const reader = answerReaders.native.newStreamReader();
    const data = JSON.stringify({
      type: 'response.audio.delta',
      item_id: 'i',
      delta: 'UklGRiQAAA',
    });
    const frame = reader.read({ name: '', data, isCut: false });
    const seen = (frame && entered.watch?.(frame, 'native')) ?? [];
    expect('events' in seen ? [seen] : seen).toEqual([frame]);
    expect(entered.report?.().marks).toEqual(['unscanned']);
  });

  it('is none where ids and types are the format’s own', async () => {
    const answer = {
      id: MAIL,
      model: MAIL,
      choices: [{ index: 0, message: { role: MAIL, content: 'Hi.' }, finish_reason: 'stop' }],
    };
    const entered = await guarded('chat');
    expect(JSON.parse(await shown(answer, 'chat', entered))).toEqual(answer);
    expect(entered.report?.()).toEqual({ found: [], marks: [] });
  });
});
