import { parseJson } from '#kernel';
import { describe, expect, it } from 'vitest';
import { writeOwnBody, writeTranslatedBody } from './write-body.js';

const thinkingOf = (model: string, thinkingConfig: object, showsThinking = false): unknown => {
  const document = parseJson(JSON.stringify({ generationConfig: { thinkingConfig, seed: 1 } }));
  const written = JSON.parse(writeTranslatedBody(document, model, showsThinking)) as {
    readonly generationConfig: Readonly<Record<string, unknown>>;
  };
  expect(written.generationConfig['seed']).toBe(1);
  return written.generationConfig['thinkingConfig'];
};

describe('how much a model is to think', () => {
  it.each([
    ['gemini-2.5-flash', { thinkingLevel: 'LOW' }, { thinkingBudget: 6_554 }],
    ['gemini-2.5-flash', { thinkingLevel: 'NONE' }, { thinkingBudget: 0 }],
    ['gemini-2.5-pro', { thinkingLevel: 'NONE' }, { thinkingBudget: 128 }],
    ['gemini-2.5-pro', { thinkingLevel: 'MAX' }, { thinkingBudget: 32_768 }],
    ['gemini-2.5-flash-lite', { thinkingBudget: 100 }, { thinkingBudget: 512 }],
    ['gemini-2.5-flash', { thinkingLevel: 'HIGH' }, { thinkingBudget: 24_576 }],
    ['gemini-2.5-flash', { thinkingLevel: 'ODD' }, undefined],
    ['gemini-3-pro-preview', { thinkingLevel: 'MEDIUM' }, { thinkingLevel: 'LOW' }],
    ['gemini-3-flash-preview', { thinkingLevel: 'NONE' }, { thinkingLevel: 'MINIMAL' }],
    ['gemini-3.7-flash', { thinkingLevel: 'MINIMAL' }, { thinkingLevel: 'LOW' }],
    ['gemini-9-ultra', { thinkingBudget: 20_000 }, { thinkingLevel: 'HIGH' }],
    ['gemini-9-ultra', {}, undefined],
    ['gemini-2.0-flash', { thinkingLevel: 'LOW' }, undefined],
    ['gemma-4', { thinkingBudget: 1 }, undefined],
  ])('%s asked for %j is told %j', (model, asked, told) => {
    expect(thinkingOf(model, asked)).toEqual(told);
  });

  it('is told with what the caller is shown, if the model thinks at all', () => {
    expect(thinkingOf('gemini-2.5-flash', {}, true)).toEqual({ includeThoughts: true });
    const off = { thinkingLevel: 'NONE' };
    expect(thinkingOf('gemini-2.5-flash', off, true)).toEqual({ thinkingBudget: 0 });
    expect(thinkingOf('gemini-2.0-flash', {}, true)).toBeUndefined();
  });
});

describe('calls of other models', () => {
  const call = { functionCall: { name: 'f' } };
  const signed = { ...call, thoughtSignature: 'c2ln' };
  const partsOf = (model: string, parts: object[]) =>
    (
      JSON.parse(
        writeTranslatedBody(parseJson(JSON.stringify({ contents: [{ parts }] })), model, false),
      ) as { readonly contents: readonly [{ readonly parts: unknown }] }
    ).contents[0].parts;

  it('are marked as such, the first of a turn, where models look at it', () => {
    const marked = { ...call, thoughtSignature: 'skip_thought_signature_validator' };
    expect(partsOf('gemini-3-pro', [{ text: 'a' }, call, call])).toEqual([
      { text: 'a' },
      marked,
      call,
    ]);
    expect(partsOf('gemini-3-pro', [signed, call])).toEqual([signed, call]);
    expect(partsOf('gemini-2.5-pro', [call])).toEqual([call]);
  });

  it.each(['gemini', 'vertex'] as const)(
    'are so from callers of the format, too: %s',
    (platform) => {
      const turn = (role: string, ...parts: object[]) => ({ role, parts });
      const marked = { ...call, thoughtSignature: 'skip_thought_signature_validator' };
      const contentsOf = (model: string, contents: object[]) =>
        JSON.parse(
          writeOwnBody(parseJson(JSON.stringify({ contents })), model, platform),
        ) as object;
      const result = turn('user', { functionResponse: { name: 'f', response: {} } });
      const history = [
        turn('user', { text: 'Hi' }),
        turn('model', call, call),
        result,
        turn('model', { ...call, thoughtSignature: '' }),
        result,
        turn('model', signed, call),
        turn('model', call),
      ];
      expect(contentsOf('gemini-3-flash', history)).toEqual({
        contents: [
          history[0],
          turn('model', marked, call),
          result,
          turn('model', marked),
          result,
          turn('model', signed, call),
          turn('model', call),
        ],
      });
      expect(contentsOf('gemini-2.5-pro', history)).toEqual({ contents: history });
    },
  );
});

it('a body in the format goes on as it was written, but for what is decided here', () => {
  const text = '{"contents": [1.50], "x":{"model":1}}';
  expect(writeOwnBody(parseJson(text), 'gemini-3-pro')).toBe(text);
  const own = {
    model: 'models/other',
    labels: { a: 'b' },
    toolConfig: { functionCallingConfig: { mode: 'AUTO', streamFunctionCallArguments: true } },
  };
  expect(JSON.parse(writeOwnBody(parseJson(JSON.stringify(own)), 'gemini-3-pro'))).toEqual({
    toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
  });
});
