import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '#kernel';
import {
  aPart,
  PLAIN,
  readGeminiStream,
  saidIn,
  writeGeminiStream,
} from '../../../../test/support/wire.js';
import { CUT } from '../errors/error-event.js';
import { codecs, NO_USAGE, type ReplyEvent, type ReplyFrame } from '../index.js';

const sseOf = (payloads: readonly object[]) =>
  payloads.map((payload) => ({ name: '', data: JSON.stringify(payload), isCut: false }));
const said = async (...payloads: object[]) => {
  const events: ReplyEvent[] = [];
  for await (const frame of readGeminiStream(sseOf(payloads))) events.push(...frame.events);
  return saidIn(events);
};
const parts = (...all: object[]) => ({ candidates: [{ content: { parts: all } }] });
const finish = (finishReason: string, more: object = {}) => ({
  candidates: [{ finishReason, ...more }],
});
const argsIn = async (...calls: object[]): Promise<string[]> =>
  (await said(...calls.map((functionCall) => parts({ functionCall })), finish('STOP'))).flatMap(
    (event) => (event.type === 'args' ? event.delta : []),
  );

describe('a stream that is read', () => {
  it('is good when it ends behind a reason, and else was cut', async () => {
    const text = parts({ text: 'Hi' });
    expect((await said(text, finish('STOP'))).at(-1)).toEqual({ type: 'done' });
    expect((await said(text)).at(-1)).toEqual(CUT);
    expect(await said()).toEqual([CUT]);
  });

  it('ends in calls where there were any, whatever the provider says', async () => {
    const events = await said(parts({ functionCall: { name: 'f' } }), finish('STOP'));
    expect(events).toContainEqual({ type: 'finish', choice: 0, reason: 'tool_calls' });
  });

  it('of a blocked prompt is an answer that was filtered', async () => {
    expect(await said({ promptFeedback: { blockReason: 'SAFETY' } })).toEqual([
      { type: 'finish', choice: 0, reason: 'content_filter' },
      { type: 'done' },
    ]);
  });

  it('that cannot be read is an error, and an answer where something was said before', async () => {
    const broken = finish('MALFORMED_FUNCTION_CALL', { finishMessage: 'Bad call.' });
    expect(await said(broken)).toMatchObject([{ type: 'error', message: 'Bad call.' }]);
    expect(await said(parts({ text: 'Hi' }), broken)).toMatchObject([
      { type: 'text' },
      { type: 'finish', reason: 'stop' },
      { type: 'done' },
    ]);
  });

  it('tells of an error in either form', async () => {
    const error = { error: { code: 503, message: 'Later.', status: 'UNAVAILABLE' } };
    const expected = [{ type: 'error', message: 'Later.', code: 'UNAVAILABLE' }];
    expect(await said(error)).toEqual(expected);
    expect(await said([error])).toEqual(expected);
  });

  it('keeps what is signed apart from what is not', async () => {
    const events = await said(
      parts(
        { text: 'a', thoughtSignature: 'c2ln' },
        { text: 'b' },
        { text: '', thoughtSignature: 'eA==' },
      ),
      finish('STOP'),
    );
    expect(events).toMatchObject([
      { type: 'text', part: '0/text', delta: 'a' },
      { type: 'signature', value: { origin: 'gemini', value: 'c2ln' } },
      { type: 'text', delta: 'b' },
      { type: 'opaque', value: { value: '{"text":"","thoughtSignature":"eA=="}' } },
      { type: 'finish' },
      { type: 'done' },
    ]);
  });
});

describe('arguments in pieces', () => {
  const piece = (jsonPath: string, value: object) => ({
    partialArgs: [{ jsonPath, ...value }],
    willContinue: true,
  });
  const start = { name: 'f', willContinue: true };

  it('become one object, in lists and under odd names', async () => {
    expect(
      await argsIn(
        start,
        piece('$.a', { stringValue: 'x', willContinue: true }),
        piece('$.a', { stringValue: 'y' }),
        piece('$.list[0].n', { numberValue: 0.5 }),
        piece('$.list[1].n', { boolValue: false }),
        piece("$['odd name']", { nullValue: 'NULL_VALUE' }),
        {},
      ),
    ).toEqual(['{"a":"xy","list":[{"n":0.5},{"n":false}],"odd name":null}']);
  });

  it('are whole when the next call begins, or the answer ends', async () => {
    const text = piece('$.a', { stringValue: 'x' });
    expect(await argsIn(start, text, start, text)).toEqual(['{"a":"x"}', '{"a":"x"}']);
  });

  it('leave no gaps, and reach no prototype', async () => {
    expect(
      await argsIn(
        start,
        piece('$.list[999999]', { numberValue: 1 }),
        piece('$.__proto__.polluted', { boolValue: true }),
        piece('$.a.b', { numberValue: 1 }),
        piece('$.a', { numberValue: 2 }),
        piece('$.a.b', { numberValue: 3 }),
        piece('$', { numberValue: 1 }),
        piece('no path', { numberValue: 1 }),
        {},
      ),
    ).toEqual(['{"list":[],"__proto__":{"polluted":true},"a":2}']);
    expect({}).not.toHaveProperty('polluted');
  });
});

/** What each payload of a stream adds to its answer. */
const lengths = async (...payloads: object[]): Promise<number[]> => {
  const counted: number[] = [];
  for await (const frame of readGeminiStream(sseOf(payloads))) {
    counted.push(codecs.gemini.lengthOf(frame).text);
  }
  return counted;
};

describe('the length of an answer', () => {
  const callOf = (functionCall: object) => parts({ functionCall });
  const piece = (value: object) => ({
    partialArgs: [{ jsonPath: '$.a', ...value }],
    willContinue: true,
  });

  it('grows with each piece of the arguments, and not once more with the end of the call', async () => {
    expect(
      await lengths(
        callOf({ name: 'f', willContinue: true }),
        callOf(piece({ stringValue: 'x'.repeat(1_000) })),
        callOf(piece({ stringValue: 'y'.repeat(500) })),
        callOf({ partialArgs: [{ jsonPath: '$.n', numberValue: 12.5 }] }),
        finish('STOP'),
      ),
    ).toEqual([0, 1_000, 500, 4, 0, 0]);
  });

  it('counts whole calls, thoughts and texts where they stand', async () => {
    expect(
      await lengths(
        parts({ text: 'abc', thought: true }, { text: 'de' }),
        callOf({ name: 'f', args: { a: 1 } }),
        finish('STOP'),
      ),
    ).toEqual([5, '{"a":1}'.length, 0, 0]);
  });

  it('counts code that the provider runs, and what came of it', async () => {
    expect(
      await lengths(
        parts({ executableCode: { language: 'PYTHON', code: 'print(1)' } }),
        parts({ codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1\n' } }),
        finish('STOP'),
      ),
    ).toEqual([8, 2, 0, 0]);
  });
});

const write = async (events: ReplyEvent[], options: object = {}): Promise<object[]> => {
  const frames: ReplyFrame[] = events.map((event) => ({
    document: null,
    edits: [],
    events: [event],
  }));
  let text = '';
  for await (const piece of writeGeminiStream(frames, { source: 'native', ...options }))
    text += piece;
  return text
    .split('\n\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line.slice('data: '.length)) as object);
};
const text = aPart('0/text');
const thinking = aPart('0/reasoning');
const first = aPart('0/tool/0');
const second = aPart('0/tool/1');
const tool = { id: 'a', name: 'f', isCustom: false };

describe('a stream that is written', () => {
  it('has calls whole, though they grow side by side, and the usage at its end', async () => {
    const usage = { ...NO_USAGE, inputTotal: 5, outputTotal: 7, reasoning: 3 };
    const payloads = await write([
      { type: 'start', id: 'r' },
      { type: 'part_start', part: first, tool },
      { type: 'part_start', part: second, tool: { ...tool, id: 'b' } },
      { type: 'args', part: first, delta: '{"x":' },
      { type: 'args', part: second, delta: '{}' },
      { type: 'args', part: first, delta: '1.50}' },
      { type: 'part_end', part: first },
      { type: 'finish', choice: 0, reason: 'tool_calls' },
      { type: 'usage', usage, isWholeFrame: true },
      { type: 'done' },
    ]);
    const callOf = (id: string, args: object) =>
      expect.objectContaining({
        candidates: [
          {
            content: { role: 'model', parts: [{ functionCall: { id, name: 'f', args } }] },
            index: 0,
          },
        ],
      });
    expect(payloads).toEqual([
      callOf('a', { x: 1.5 }),
      callOf('b', {}),
      {
        candidates: [
          { content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP', index: 0 },
        ],
        usageMetadata: {
          promptTokenCount: 5,
          candidatesTokenCount: 4,
          thoughtsTokenCount: 3,
          totalTokenCount: 12,
        },
        modelVersion: '',
        responseId: 'r',
      },
    ]);
  });

  it('shows what was thought to whom asked for it alone', async () => {
    const events: ReplyEvent[] = [
      { type: 'text', part: thinking, delta: 'a' },
      { type: 'text', part: text, delta: 'b' },
    ];
    expect(JSON.stringify(await write(events))).toContain('"thought":true');
    expect(await write(events, { showsThinking: false })).toHaveLength(1);
  });

  it('ends with an error that has a status, and nothing behind it', async () => {
    const error = { type: 'error', message: 'Slow.', code: 'rate_limit_exceeded' } as const;
    expect(await write([{ type: 'text', part: text, delta: 'a' }, error])).toContainEqual({
      error: { code: 429, message: 'Slow.', status: 'RESOURCE_EXHAUSTED', details: [] },
    });
    const unknown = await write([{ ...error, code: 'overloaded_error' }]);
    expect(unknown).toMatchObject([{ error: { code: 503, status: 'UNAVAILABLE' } }]);
  });

  it('goes on byte for byte where the provider speaks the format, but for the model', async () => {
    const sent = '{"candidates" : [], "modelVersion":"m-001", "x": 1.50}';
    const frame: ReplyFrame = { document: parseJson(sent), edits: [], events: [] };
    const writer = codecs.gemini.newStreamWriter({ ...PLAIN, source: 'gemini', model: 'p/m' });
    expect(writer.write(frame)).toBe(`data: ${sent.replace('m-001', 'p/m')}\n\n`);
    expect(writer.write({ document: null, edits: [], events: [{ type: 'done' }] })).toBe('');
    expect(writer.isOver).toBe(true);
  });
});

it('no JSON breaks the readers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), fc.json(), async (json, args) => {
      for (const payload of [
        json,
        `{"candidates":[{"content":{"parts":[${json},{"functionCall":${json}}]}}]}`,
        `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","partialArgs":[${args}]}}]}}],"usageMetadata":${json}}`,
      ]) {
        const frame = codecs.gemini.readAnswer(parseJson(payload));
        expect(['done', 'error']).toContain(frame.events.at(-1)?.type);
        codecs.gemini.writeAnswer(frame, { ...PLAIN, source: 'native' });
        await said(JSON.parse(payload) as object);
      }
    }),
  );
});
