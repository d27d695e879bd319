import { parseJson } from '#kernel';
import { expect, it } from 'vitest';
import { converseRecordings } from '../../../../test/support/recordings.js';
import {
  checkPlaces,
  joined,
  readAll,
  summaryOf,
  withoutPayload,
} from '../../../../test/support/told.js';
import {
  PLAIN,
  readChatStream,
  readConverseStream,
  readEventStream,
  readMessagesStream,
  readSse,
  writeChatStream,
  writeMessagesStream,
} from '../../../../test/support/wire.js';
import { answerReaders, codecs, EventStreamParser } from '../index.js';

/** Recorded traffic of Bedrock; `GW_FIXTURES` names the folder. */
const fixtures = process.env['GW_FIXTURES'];
const recordings = fixtures === undefined ? [] : converseRecordings(fixtures);
const read = (...pieces: Buffer[]) => readAll(readConverseStream(readEventStream(pieces)));

it('knows recordings of both kinds, or none when GW_FIXTURES is not set', () => {
  const kinds = new Set(recordings.map(({ kind }) => kind));
  expect(kinds.has('stream') && kinds.has('answer')).toBe(fixtures !== undefined);
});

for (const { name, bytes } of recordings.filter(({ kind }) => kind === 'stream')) {
  it(`a recorded stream of Bedrock is read, and told in every format: ${name}`, async () => {
    const frames = await read(bytes);
    const summary = summaryOf(frames);
    const payloads = new EventStreamParser()
      .push(bytes)
      .map((event): Payload => ({ [event.name]: JSON.parse(event.data) as object }));
    expect(summary).toMatchObject({ ...expectedOfStream(payloads), end: 'done' });
    checkPlaces(frames);

    const told = frames.map(withoutPayload);
    const messages = await joined(writeMessagesStream(told, { source: 'converse' }));
    const inMessages = summaryOf(
      await readAll(readMessagesStream(readSse([Buffer.from(messages)]))),
    );
    expect({ ...inMessages, usage: null }).toEqual({ ...summary, usage: null });
    const chat = await joined(writeChatStream(told, { source: 'converse', wantsUsage: true }));
    const inChat = summaryOf(await readAll(readChatStream(readSse([Buffer.from(chat)]))));
    expect(inChat).toMatchObject({
      said: summary.said,
      thought: summary.thought,
      tools: summary.tools,
      args: summary.args.map((args) => args || '{}'), // Clients parse what they find there.
      end: 'done',
    });
    for (const { usage } of summary.usage ? [inMessages, inChat] : []) {
      expect(usage?.inputTotal).toBe(summary.usage?.inputTotal);
      expect(usage?.outputTotal).toBe(summary.usage?.outputTotal);
    }
  });

  it(`a recorded stream of Bedrock is read alike in any pieces, and never finished when cut: ${name}`, async () => {
    const whole = summaryOf(await read(bytes));
    const stride = Math.max(1, Math.floor(bytes.length / 61)) | 1;
    for (let cut = 0; cut < bytes.length; cut += stride) {
      const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)] as const;
      expect(summaryOf(await read(...pieces))).toEqual(whole);
      const part = summaryOf(await read(pieces[0]));
      expect(whole.said.startsWith(part.said)).toBe(true);
      expect(whole.thought.startsWith(part.thought)).toBe(true);
      if (part.end === 'done') expect(part.finish).toEqual(whole.finish);
    }
  });
}

for (const { name, bytes } of recordings.filter(({ kind }) => kind === 'answer')) {
  it(`a recorded answer of Bedrock is read, and told in every format: ${name}`, () => {
    const text = bytes.toString();
    const frame = answerReaders.converse.readAnswer(parseJson(text));
    const summary = summaryOf([frame]);
    expect(summary).toMatchObject({ ...expectedOfAnswer(JSON.parse(text) as Answer), end: 'done' });
    checkPlaces([frame]);

    const told = withoutPayload(frame);
    const options = { ...PLAIN, source: 'converse' } as const;
    const messages = codecs.messages.writeAnswer(told, options);
    expect(summaryOf([codecs.messages.readAnswer(parseJson(messages))])).toEqual(summary);
    const chat = codecs.chat.writeAnswer(told, options);
    const inChat = summaryOf([codecs.chat.readAnswer(parseJson(chat))]);
    const { said, thought, tools } = summary;
    expect(inChat).toMatchObject({ said, thought, tools });
  });
}

interface Counts {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
}

interface Block {
  readonly text?: string;
  readonly toolUse?: { readonly name: string; readonly type?: string };
  readonly reasoningContent?: {
    readonly reasoningText?: { readonly text: string };
    readonly text?: string;
  };
  readonly citationsContent?: { readonly content: readonly { readonly text: string }[] };
}

interface Answer {
  readonly output: { readonly message: { readonly content: readonly Block[] } };
  readonly stopReason: string;
  readonly usage: Counts;
}

interface Payload {
  readonly contentBlockStart?: { readonly start: Block };
  readonly contentBlockDelta?: { readonly delta: Block };
  readonly messageStop?: { readonly stopReason: string };
  readonly metadata?: { readonly usage?: Counts };
}

const REASONS: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
};

function expectedOfAnswer({ output, stopReason, usage }: Answer) {
  const blocks = output.message.content;
  return {
    said: blocks
      .flatMap(({ text, citationsContent }) => [
        text ?? '',
        ...(citationsContent?.content ?? []).map((piece) => piece.text),
      ])
      .join(''),
    thought: blocks.map((block) => block.reasoningContent?.reasoningText?.text ?? '').join(''),
    tools: callsIn(blocks),
    finish: REASONS[stopReason] ?? stopReason,
    usage: countsOf(usage),
  };
}

function expectedOfStream(payloads: readonly Payload[]) {
  const deltas = payloads.flatMap(({ contentBlockDelta }) => contentBlockDelta?.delta ?? []);
  const reason = payloads.flatMap(({ messageStop }) => messageStop?.stopReason ?? [])[0] ?? '';
  const usage = payloads.flatMap(({ metadata }) => metadata?.usage ?? [])[0];
  return {
    said: deltas.map(({ text }) => text ?? '').join(''),
    thought: deltas.map(({ reasoningContent }) => reasoningContent?.text ?? '').join(''),
    tools: callsIn(payloads.flatMap(({ contentBlockStart }) => contentBlockStart?.start ?? [])),
    finish: REASONS[reason] ?? reason,
    ...(usage && { usage: countsOf(usage) }),
  };
}

const callsIn = (blocks: readonly Block[]): string[] =>
  blocks.flatMap(({ toolUse }) =>
    toolUse && toolUse.type !== 'server_tool_use' ? [toolUse.name] : [],
  );

/** The total tells all of the input, cached or not. */
const countsOf = ({ totalTokens, outputTokens }: Counts): object => ({
  inputTotal: totalTokens - outputTokens,
  outputTotal: outputTokens,
});
