import { parseJson, replaceWithString } from '#kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnswerOptions } from '../codec.js';
import type { ReplyEvent, ReplyFrame } from '../reply.js';
import { NO_USAGE, type Usage } from '../usage.js';
import {
  aPart,
  readChatStream,
  readSse,
  saidIn,
  writeChatStream,
} from '../../../../test/support/wire.js';

const HEAD = '"id":"chatcmpl-1","object":"chat.completion.chunk","created":17,"model":"gpt-5"';
const SAID = `{${HEAD},"choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"finish_reason":null}]}`;
const FINISH = `{${HEAD},"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`;
const USAGE = '{"prompt_tokens": 5,"completion_tokens":2,"total_tokens":7}';
const USAGE_FRAME = `{${HEAD},"choices":[],"usage":${USAGE}}`;
const FINISH_WITH_USAGE = FINISH.replace(/}$/, `,"usage":${USAGE}}`);

const decode = (...payloads: string[]): AsyncGenerator<ReplyFrame> =>
  readChatStream(
    readSse(
      (async function* () {
        yield Buffer.from(payloads.map((payload) => `data: ${payload}\n\n`).join(''));
      })(),
    ),
  );

async function write(
  frames: AsyncIterable<ReplyFrame> | readonly ReplyFrame[],
  options: Partial<AnswerOptions> = {},
): Promise<string[]> {
  const source = (async function* () {
    yield* frames;
  })();
  const texts: string[] = [];
  const written = writeChatStream(source, { model: 'gpt-5', wantsUsage: false, ...options });
  for await (const text of written) texts.push(text);
  return texts;
}

const data = (...payloads: string[]): string[] => payloads.map((payload) => `data: ${payload}\n\n`);

const added = (...events: ReplyEvent[]): ReplyFrame => ({ document: null, edits: [], events });

const document = (text: string): ReplyFrame => ({
  document: parseJson(text),
  edits: [],
  events: [],
});

describe('writeChatStream', () => {
  it('sends out the same bytes when there is nothing to change', async () => {
    const odd = '{ "choices" : [ ], "x": 1.0, "model" : "gpt-5" }';
    expect(await write(decode(SAID, odd, FINISH, '[DONE]'))).toEqual(
      data(SAID, odd, FINISH, '[DONE]'),
    );
  });

  it('gives back the model that was asked for, and adds none', async () => {
    const [said, none] = await write(decode(SAID, '{"choices":[]}', FINISH), { model: 'a/"b"' });
    expect(said).toBe(data(SAID.replace('"gpt-5"', '"a/\\"b\\""'))[0]);
    expect(none).toBe('data: {"choices":[]}\n\n');
  });

  it('applies the edits of interceptors', async () => {
    const frame = document('{"a":"x","model":"gpt-5"}');
    const edits = [replaceWithString({ start: 5, end: 8 }, 'y')];
    expect(await write([{ ...frame, edits }], { model: 'm' })).toEqual(
      data('{"a":"y","model":"m"}'),
    );
  });

  it('keeps the name of an event', async () => {
    const frame = { ...document('{}'), name: 'ping' };
    expect(await write([frame])).toEqual(['event: ping\ndata: {}\n\n']);
  });
});

describe('usage', () => {
  it('passes as its own frame to a client that asked', async () => {
    const payloads = [SAID, FINISH, USAGE_FRAME, '[DONE]'];
    expect(await write(decode(...payloads), { wantsUsage: true })).toEqual(data(...payloads));
  });

  it('moves from the finish frame to a last frame for a client that asked', async () => {
    const written = await write(decode(SAID, FINISH_WITH_USAGE, '[DONE]'), { wantsUsage: true });
    expect(written).toEqual(data(SAID, FINISH, USAGE_FRAME, '[DONE]'));
  });

  it('is sent once, as it stood at last, when it comes with every frame', async () => {
    const early = SAID.replace(/}$/, ',"usage":{"prompt_tokens":5,"completion_tokens":1}}');
    const riding = decode(early, FINISH_WITH_USAGE, '[DONE]');
    expect(await write(riding, { wantsUsage: true })).toEqual(
      data(SAID, FINISH, USAGE_FRAME, '[DONE]'),
    );
    const both = decode(early, FINISH, USAGE_FRAME, '[DONE]');
    expect(await write(both, { wantsUsage: true })).toEqual(
      data(SAID, FINISH, USAGE_FRAME, '[DONE]'),
    );
  });

  it('gets the frame that a client expects when a provider left out the choices', async () => {
    const bare = `{"usage":${USAGE}}`;
    expect(await write(decode(SAID, FINISH, bare, '[DONE]'), { wantsUsage: true })).toEqual(
      data(SAID, FINISH, USAGE_FRAME, '[DONE]'),
    );
  });

  it('is found in x_groq, which itself stays', async () => {
    const groq = FINISH.replace(/}$/, `,"x_groq":{"usage":${USAGE}}}`);
    expect(await write(decode(SAID, groq, '[DONE]'), { wantsUsage: true })).toEqual(
      data(SAID, groq, USAGE_FRAME, '[DONE]'),
    );
    expect(await write(decode(SAID, groq, '[DONE]'))).toEqual(data(SAID, groq, '[DONE]'));
  });

  it('is taken out for a client that did not ask', async () => {
    expect(await write(decode(SAID, FINISH, USAGE_FRAME, '[DONE]'))).toEqual(
      data(SAID, FINISH, '[DONE]'),
    );
    expect(await write(decode(SAID, FINISH_WITH_USAGE, '[DONE]'))).toEqual(
      data(SAID, FINISH, '[DONE]'),
    );
  });

  it('that is not there yet is told to who asked for it, and to nobody else', async () => {
    const withNull = SAID.replace(/}$/, ',"usage":null}');
    expect(await write(decode(withNull, FINISH))).toEqual(data(SAID, FINISH, '[DONE]'));
    const asked = await write(decode(withNull, FINISH), { wantsUsage: true });
    expect(asked).toEqual(data(withNull, FINISH, '[DONE]'));
  });
});

describe('an answer of another format', () => {
  it('begins with the role, also where the provider began without a word', async () => {
    const said = added({ type: 'text', part: aPart('0/text'), delta: 'Hi' });
    const [first = '', second = ''] = await write([said], { source: 'converse' });
    expect(first).toContain('"delta":{"role":"assistant","content":""}');
    expect(second).toContain('"content":"Hi"');
  });

  it('has a function in every piece of a call, that of its signature included', async () => {
    const part = aPart('0/tool/0');
    const chunks = await write(
      [
        added({ type: 'part_start', part, tool: { id: 'c', name: 'f', isCustom: false } }),
        added({ type: 'signature', part, value: { origin: 'gemini', value: 'c2ln' } }),
      ],
      { source: 'gemini' },
    );
    const signed = chunks.find((chunk) => chunk.includes('c2ln'));
    expect(signed).toContain('"function":{"arguments":""}');
  });
});

describe('added frames', () => {
  it('look like the frames of their stream', async () => {
    const frames = [
      document(SAID),
      added({ type: 'text', part: aPart('0/text'), delta: 'held "back"' }),
      added({ type: 'finish', choice: 1, reason: 'length' }),
    ];
    expect(await write(frames)).toEqual(
      data(
        SAID,
        `{${HEAD},"choices":[{"index":0,"delta":{"content":"held \\"back\\""},"finish_reason":null}]}`,
        `{${HEAD},"choices":[{"index":1,"delta":{},"finish_reason":"length"}]}`,
      ),
    );
  });

  it('use the name for reasoning that the provider uses', async () => {
    const reasoning = added({ type: 'text', part: aPart('0/reasoning'), delta: 'b' });
    for (const key of ['reasoning', 'reasoning_content']) {
      const frames: ReplyFrame[] = [];
      for await (const frame of decode(`{"choices":[{"delta":{"${key}":"a"}}]}`)) {
        frames.push(frame);
      }
      const [, written] = await write([...frames.slice(0, 1), reasoning]);
      expect(written).toContain(`"delta":{"${key}":"b"}`);
    }
  });

  it('are well formed even before the first frame of the provider', async () => {
    const [text] = await write([added({ type: 'text', part: aPart('0/text'), delta: 'x' })]);
    expect(JSON.parse(text?.slice(6) ?? '')).toMatchObject({
      id: 'chatcmpl-r1',
      created: 0,
      model: 'gpt-5',
    });
  });

  it('read back as the events they were written from', async () => {
    const text = fc.record({
      type: fc.constant('text' as const),
      part: fc.constantFrom('0/text', '0/reasoning', '1/refusal', '0/tool/0').map(aPart),
      delta: fc.string({ minLength: 1, unit: 'grapheme' }),
    });
    const args = fc.record({
      type: fc.constant('args' as const),
      part: fc.constantFrom('0/tool/0', '0/function').map(aPart),
      delta: fc.string({ minLength: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(text, args)), usages, async (events, usage) => {
        const frames = [
          ...events.map((event) => added(event)),
          added({ type: 'finish', choice: 0, reason: 'length' }),
          added({ type: 'finish', choice: 1, reason: 'stop' }),
          added({ type: 'usage', usage, isWholeFrame: true }),
          added({ type: 'done' }),
        ];
        const texts = await write(frames, { wantsUsage: true });
        const read: ReplyEvent[] = [];
        for await (const frame of decode(...texts.map((line) => line.slice(6, -2)))) {
          read.push(...frame.events);
        }
        expect(plain(read)).toEqual(plain(frames.flatMap((frame) => frame.events)));
      }),
    );
  });
});

/** Usage as the chat format can express it. */
const usages: fc.Arbitrary<Usage> = fc
  .array(fc.nat(1000), { minLength: 7, maxLength: 7 })
  .map(([fresh = 0, read = 0, write = 0, output = 0, reasoning = 0, audio = 0, image = 0]) => ({
    ...NO_USAGE,
    inputTotal: fresh + read + write + audio + image,
    cacheRead: read,
    cacheWrite5m: write,
    outputTotal: output + reasoning + audio,
    reasoning,
    audioIn: audio,
    audioOut: audio,
    imageIn: image,
  }));

/** Names the part and leaves out where it stands. */
const plain = (events: readonly ReplyEvent[]) =>
  saidIn(events).map((event) => ({ ...event, at: undefined }));

describe('an answer of another format', () => {
  const head = { id: 'call_1', name: 'find', isCustom: false };
  const part = aPart('0/tool/0');

  it('is written from what its events say, and reads back as the same', async () => {
    const events: ReplyEvent[] = [
      { type: 'start', id: 'msg_1' },
      { type: 'part_start', part: aPart('0/reasoning') },
      { type: 'text', part: aPart('0/reasoning'), delta: 'hm' },
      { type: 'part_start', part: aPart('0/text') },
      { type: 'text', part: aPart('0/text'), delta: 'Hi' },
      { type: 'part_start', part, tool: head },
      { type: 'args', part, delta: '{"a":1}' },
      { type: 'part_end', part: aPart('0/reasoning') },
      { type: 'part_end', part: aPart('0/text') },
      { type: 'part_end', part },
      { type: 'finish', choice: 0, reason: 'tool_calls' },
      { type: 'usage', usage: { ...NO_USAGE, inputTotal: 3, outputTotal: 4 }, isWholeFrame: true },
      { type: 'done' },
    ];
    // Its own payloads are in another format, and none of them may show.
    const frames = events.map((event) => ({ ...document('{"foreign":true}'), events: [event] }));
    const texts = await write(frames, { source: 'native', wantsUsage: true });
    expect(texts.join('')).not.toContain('foreign');

    const read: object[] = [];
    for await (const frame of decode(...texts.map((line) => line.slice(6, -2)))) {
      read.push(...frame.events.map((event) => ({ ...event, at: undefined })));
    }
    expect(read).toEqual(events.map((event) => ({ ...event, at: undefined })));
  });
});

describe('the end', () => {
  const error: ReplyEvent = { type: 'error', message: 'Lost.', code: 'upstream_error' };

  it('is an error without [DONE], and nothing after it is written', async () => {
    const texts = await write([document(SAID), added(error), added({ type: 'done' })]);
    expect(texts).toEqual(
      data(
        SAID,
        '{"error":{"message":"Lost.","type":"api_error","param":null,"code":"upstream_error"}}',
      ),
    );
  });

  it('names the type and the field that a provider named', async () => {
    const sent =
      '{"error":{"message":"x","type":"invalid_request_error","param":"tools","code":"c"}}';
    expect(await write(decode(SAID, sent))).toEqual(
      data(
        SAID,
        '{"error":{"message":"x","type":"invalid_request_error","param":"tools","code":"c"}}',
      ),
    );
  });

  it('is [DONE] also where the provider sent none', async () => {
    expect((await write(decode(SAID, FINISH))).at(-1)).toBe('data: [DONE]\n\n');
  });
});
