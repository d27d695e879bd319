import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joined, readAll } from '../../../../test/support/told.js';
import { readConverseStream, saidIn, writeChatStream } from '../../../../test/support/wire.js';
import { answerReaders } from '../codecs.js';
import type { StreamEvent } from '../event-parser.js';
import { PIECES_MAX } from '../guard-pieces.js';
import { parseJson } from '#kernel';

const event = (name: string, payload: unknown): StreamEvent => ({
  name,
  data: typeof payload === 'string' ? payload : JSON.stringify(payload),
  isCut: false,
});
const START = event('messageStart', { role: 'assistant' });
const TEXT = event('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Hi' }, p: 'abc' });
const STOP = event('messageStop', { stopReason: 'end_turn' });
const USAGE = event('metadata', { usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 } });

const read = async (...events: StreamEvent[]) =>
  (await readAll(readConverseStream(events))).flatMap((frame) => frame.events);
const typesOf = async (...events: StreamEvent[]) =>
  (await read(...events)).map(({ type }) => type).join(' ');

describe('a stream of Bedrock', () => {
  it('opens a part at its first piece, and ends behind the usage', async () => {
    expect(await typesOf(START, TEXT, STOP, USAGE)).toBe(
      'start part_start text part_end finish usage done',
    );
    expect(await typesOf(START, TEXT, USAGE, STOP)).toBe(
      'start part_start text usage part_end finish done',
    );
  });

  it('is complete without usage, and never without a reason to stop', async () => {
    expect(await typesOf(START, TEXT, STOP)).toMatch(/finish done$/);
    expect(await typesOf(START, TEXT)).toMatch(/text error$/);
    expect(await typesOf(START, TEXT, USAGE)).toMatch(/usage error$/);
    const cut = { name: '', data: '', isCut: true };
    expect(await typesOf(START, TEXT, STOP, cut)).toMatch(/finish error$/);
  });

  it('tells an exception by its name, wherever it comes', async () => {
    const exception = event('throttlingException', { message: 'Too many tokens.' });
    expect(await read(START, exception, TEXT)).toEqual([
      { type: 'start', id: '' },
      { type: 'error', message: 'Too many tokens.', code: 'throttlingException' },
    ]);
    expect(await typesOf(event('modelStreamErrorException', {}))).toBe('error');
    expect(await typesOf(event('InternalFailure', { message: 'Broken.' }))).toBe('error');
    expect(await typesOf(event('newerThanThis', { a: 1 }), STOP, USAGE)).toBe('finish usage done');
    expect(await typesOf(event('contentBlockDelta', 'no JSON'))).toBe('error');
  });

  it('has no finish where the provider could not read the model', async () => {
    const events = await read(
      START,
      TEXT,
      event('messageStop', { stopReason: 'malformed_tool_use' }),
    );
    expect(events.at(-1)).toMatchObject({ type: 'error', code: 'malformed_tool_use' });
  });

  it('tells thoughts, signatures and what is hidden as values of their maker', async () => {
    const reasoning = (reasoningContent: object) =>
      event('contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent } });
    const redactedContent = Buffer.from('opaque+data=').toString('base64');
    const events = await read(
      START,
      reasoning({ text: 'Hm' }),
      reasoning({ signature: 'c2ln' }),
      event('contentBlockStop', { contentBlockIndex: 0 }),
      reasoning({ redactedContent }),
      STOP,
      USAGE,
    );
    expect(saidIn(events)).toMatchObject([
      { type: 'text', part: '0/reasoning', delta: 'Hm' },
      { type: 'signature', value: { origin: 'messages', value: 'c2ln' } },
      {
        type: 'opaque',
        value: { origin: 'messages', value: '{"type":"redacted_thinking","data":"opaque+data="}' },
      },
      { type: 'finish' },
      { type: 'usage' },
      { type: 'done' },
    ]);
  });

  it('names the sequence that ended it, where the provider tells', async () => {
    const additionalModelResponseFields = { delta: { stop_sequence: 'END' } };
    const stop = event('messageStop', {
      stopReason: 'stop_sequence',
      additionalModelResponseFields,
    });
    expect(await read(stop, USAGE)).toMatchObject([
      { type: 'finish', reason: 'stop_sequence', stopSequence: 'END' },
      { type: 'usage' },
      { type: 'done' },
    ]);
  });

  it('counts what was cached for an hour apart', async () => {
    const usage = {
      inputTokens: 3,
      outputTokens: 4,
      cacheReadInputTokens: 100,
      cacheWriteInputTokens: 30,
      cacheDetails: [
        { ttl: '1h', inputTokens: 20 },
        { ttl: '5m', inputTokens: 10 },
      ],
    };
    const events = await read(STOP, event('metadata', { usage }));
    expect(events[1]).toMatchObject({
      usage: {
        inputTotal: 133,
        cacheRead: 100,
        cacheWrite5m: 10,
        cacheWrite1h: 20,
        outputTotal: 4,
      },
    });
    expect(await typesOf(STOP, event('metadata', { usage: { inputTokens: 'many' } }))).toBe(
      'finish done',
    );
  });

  it('has an id of its call, since the format has none', async () => {
    const frames = await readAll(readConverseStream([START, TEXT, STOP, USAGE]));
    const text = await joined(writeChatStream(frames, { source: 'converse', requestId: 'abc' }));
    expect(text).toContain('"id":"chatcmpl-abc"');
    expect(text).not.toContain('"id":""');
  });

  it('is refused when it holds more blocks than any model sends', async () => {
    const blocks = Array.from({ length: PIECES_MAX + 1 }, (_, contentBlockIndex) =>
      event('contentBlockDelta', { contentBlockIndex, delta: { text: 'x' } }),
    );
    await expect(read(...blocks)).rejects.toMatchObject({ key: 'upstream_failed' });
  });

  it('ends in one terminal event, whatever JSON comes', async () => {
    const names = fc.constantFrom(
      ...'messageStart contentBlockStart contentBlockDelta contentBlockStop messageStop metadata x'.split(
        ' ',
      ),
    );
    const members = fc.constantFrom(
      ...'contentBlockIndex delta start text toolUse reasoningContent citation usage stopReason message'.split(
        ' ',
      ),
    );
    const payload = fc.dictionary(
      members,
      fc.oneof(fc.jsonValue(), fc.dictionary(members, fc.jsonValue())),
    );
    const events = fc.array(fc.tuple(names, payload).map(([name, value]) => event(name, value)));
    await fc.assert(
      fc.asyncProperty(events, async (all) => {
        const types = (await read(...all)).map(({ type }) => type);
        const ends = types.filter((type) => type === 'done' || type === 'error');
        expect(ends).toEqual(types.slice(-1));
      }),
    );
  });
});

describe('a whole answer of Bedrock', () => {
  const readAnswer = (value: unknown) =>
    answerReaders.converse.readAnswer(parseJson(JSON.stringify(value))).events;

  it('may be an error', () => {
    expect(readAnswer({ message: 'No.' })).toMatchObject([{ type: 'error', message: 'No.' }]);
    const stopReason = 'malformed_model_output';
    expect(readAnswer({ output: {}, stopReason }).at(-1)).toMatchObject({ code: stopReason });
  });

  it('ends in one terminal event, whatever JSON it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const last = readAnswer({ output: value, usage: value }).at(-1)?.type;
        expect(last).toMatch(/^(?:done|error)$/);
        expect(readAnswer({ output: { message: { content: [value] } } }).at(-1)?.type).toBe('done');
      }),
    );
  });
});
