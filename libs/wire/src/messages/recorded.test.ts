import { parseJson } from '#kernel';
import { expect, it } from 'vitest';
import { messagesRecordings } from '../../../../test/support/recordings.js';
import {
  PLAIN,
  readChatStream,
  readMessagesStream,
  readSse,
  writeChatStream,
  writeMessagesStream,
} from '../../../../test/support/wire.js';
import {
  checkPlaces,
  joined,
  readAll,
  summaryOf,
  withoutPayload,
} from '../../../../test/support/told.js';
import { codecs } from '../index.js';

/** Recorded traffic of the messages format; `GW_FIXTURES` names the folder. */
const fixtures = process.env['GW_FIXTURES'];
const recordings = fixtures === undefined ? [] : messagesRecordings(fixtures);

it('knows recordings of both kinds, or none when GW_FIXTURES is not set', () => {
  const kinds = new Set(recordings.map(({ kind }) => kind));
  expect(kinds.has('stream') && kinds.has('answer')).toBe(fixtures !== undefined);
});

for (const { name, text: recorded } of recordings.filter(({ kind }) => kind === 'stream')) {
  const text = firstStreamIn(recorded);
  it(`a recorded stream of messages is read, and told again in every format: ${name}`, async () => {
    const frames = await readAll(readMessagesStream(readSse([Buffer.from(text)])));
    const read = summaryOf(frames);
    expect(read.end).toBe('done');
    expect(read).toMatchObject(expectedOf(payloadsIn(text)));
    checkPlaces(frames);

    const same = await joined(writeMessagesStream(frames, {}));
    expect(payloadsIn(same)).toEqual(withoutRepeatedStart(payloadsIn(text)));

    const told = frames.map(withoutPayload);
    const written = await joined(writeMessagesStream(told, { source: 'native' }));
    const again = await readAll(readMessagesStream(readSse([Buffer.from(written)])));
    expect(summaryOf(again)).toEqual(read);
    checkBlocks(payloadsIn(written));

    const chat = await joined(writeChatStream(told, { source: 'native', wantsUsage: true }));
    const inChat = summaryOf(await readAll(readChatStream(readSse([Buffer.from(chat)]))));
    expect(inChat).toMatchObject({
      said: read.said,
      thought: read.thought,
      args: read.args.map((args) => args || '{}'), // Clients parse what they find there.
      tools: read.tools,
      end: 'done',
    });
    expect(inChat.usage?.inputTotal).toBe(read.usage?.inputTotal);
    expect(inChat.usage?.outputTotal).toBe(read.usage?.outputTotal);
  });

  it(`a recorded stream of messages is read alike in any pieces, and never finished when cut: ${name}`, async () => {
    const bytes = Buffer.from(text);
    const whole = summaryOf(await readAll(readMessagesStream(readSse([bytes]))));
    const stride = Math.max(1, Math.floor(bytes.length / 61)) | 1;
    for (let cut = 0; cut < bytes.length; cut += stride) {
      const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
      expect(summaryOf(await readAll(readMessagesStream(readSse(pieces))))).toEqual(whole);
      const part = summaryOf(await readAll(readMessagesStream(readSse(pieces.slice(0, 1)))));
      expect(whole.said.startsWith(part.said)).toBe(true);
      expect(whole.thought.startsWith(part.thought)).toBe(true);
      if (part.end === 'done') expect(part.finish).toEqual(whole.finish);
    }
  });
}

for (const { name, text } of recordings.filter(({ kind }) => kind === 'answer')) {
  it(`a recorded message is read, and told again in every format: ${name}`, () => {
    const frame = codecs.messages.readAnswer(parseJson(text));
    const read = summaryOf([frame]);
    expect(read.end).toBe('done');
    expect(read).toMatchObject(expectedOf([{ message: JSON.parse(text) as Message }]));
    const options = { ...PLAIN, source: 'messages' } as const;
    expect(codecs.messages.writeAnswer(frame, options)).toBe(text);

    const told = withoutPayload(frame);
    const written = codecs.messages.writeAnswer(told, { ...options, source: 'native' });
    expect(summaryOf([codecs.messages.readAnswer(parseJson(written))])).toEqual(read);

    const chat = codecs.chat.writeAnswer(told, { ...options, source: 'native' });
    const inChat = summaryOf([codecs.chat.readAnswer(parseJson(chat))]);
    expect(inChat).toMatchObject({ said: read.said, thought: read.thought, tools: read.tools });
  });
}

/** Some files hold the streams of several turns, one behind the other. */
function firstStreamIn(text: string): string {
  const end = /"message_stop"[^\n]*\n\n?/.exec(text);
  return end ? text.slice(0, end.index + end[0].length) : text;
}

interface Message {
  readonly content: readonly Block[];
  readonly stop_reason?: string | null;
  readonly usage?: Counts;
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly thinking?: string;
  readonly name?: string;
}

interface Counts {
  readonly input_tokens?: number;
  readonly cache_creation_input_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
  readonly output_tokens?: number;
}

interface Payload {
  readonly type?: string;
  readonly index?: number;
  readonly message?: Message;
  readonly content_block?: Block;
  readonly delta?: {
    readonly type?: string;
    readonly text?: string;
    readonly thinking?: string;
    readonly stop_reason?: string | null;
  };
  readonly usage?: Counts;
}

const REASONS: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  pause_turn: 'pause',
};

/** What a stream, or a whole message as its start, says: computed from the payloads alone. */
function expectedOf(payloads: readonly Payload[]) {
  const blocks = payloads.flatMap(({ message, content_block }) => [
    ...(message?.content ?? []),
    ...(content_block ? [content_block] : []),
  ]);
  const deltas = payloads.flatMap(({ delta }) => delta ?? []);
  const joinedOf = (key: 'text' | 'thinking') =>
    [
      ...blocks.filter(({ type }) => type === key).map((block) => block[key] ?? ''),
      ...deltas.map((delta) => delta[key] ?? ''),
    ].join('');
  const native = deltas.map((delta) => delta.stop_reason).find(Boolean);
  const reason = native ?? payloads[0]?.message?.stop_reason ?? 'end_turn';
  const counts: Counts = Object.assign(
    {},
    ...payloads.map(({ message, usage }) => message?.usage ?? usage ?? {}),
  );
  return {
    said: joinedOf('text'),
    thought: joinedOf('thinking'),
    tools: blocks.flatMap(({ type, name }) => (type === 'tool_use' ? [name] : [])),
    finish: REASONS[reason] ?? reason,
    usage: {
      inputTotal:
        (counts.input_tokens ?? 0) +
        (counts.cache_creation_input_tokens ?? 0) +
        (counts.cache_read_input_tokens ?? 0),
      cacheRead: counts.cache_read_input_tokens ?? 0,
      outputTotal: counts.output_tokens,
    },
  };
}

/** One block is open at a time, with consecutive indexes. */
function checkBlocks(payloads: readonly Payload[]): void {
  let open: number | null = null;
  let next = 0;
  for (const { type, index } of payloads) {
    if (type === 'content_block_start') {
      expect([open, index]).toEqual([null, next]);
      open = next++;
    } else if (type === 'content_block_delta') expect(index).toBe(open);
    else if (type === 'content_block_stop') {
      expect(index).toBe(open);
      open = null;
    }
  }
  expect(payloads.at(-1)?.type).toBe('message_stop');
}

const withoutRepeatedStart = (payloads: readonly Payload[]): Payload[] =>
  payloads.filter(
    ({ type }, place) =>
      type !== 'message_start' ||
      payloads.findIndex((payload) => payload.type === 'message_start') === place,
  );

const payloadsIn = (sse: string): Payload[] =>
  sse
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)) as Payload);
