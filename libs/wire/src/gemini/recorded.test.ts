import { parseJson } from '#kernel';
import { expect, it } from 'vitest';
import { geminiRecordings } from '../../../../test/support/recordings.js';
import {
  PLAIN,
  readChatStream,
  readGeminiStream,
  readMessagesStream,
  readSse,
  writeChatStream,
  writeGeminiStream,
  writeMessagesStream,
} from '../../../../test/support/wire.js';
import { codecs, type ReplyFrame, type Usage } from '../index.js';

/** Recorded traffic of this format; `GW_FIXTURES` names the folder. */
const fixtures = process.env['GW_FIXTURES'];
const recordings = fixtures === undefined ? [] : geminiRecordings(fixtures);

it('knows recordings of both kinds, or none when GW_FIXTURES is not set', () => {
  const kinds = new Set(recordings.map(({ kind }) => kind));
  expect(kinds.has('stream') && kinds.has('answer')).toBe(fixtures !== undefined);
});

/** Cut by who recorded them, before any reason to end. */
const CUT = /cancel_recorded_provider_stream|stream_usage_is_live/;

for (const { name, text } of recordings.filter(({ kind }) => kind === 'stream')) {
  it(`a recorded stream is read, and told again in every format: ${name}`, async () => {
    const frames = await readAll(readGeminiStream(readSse([Buffer.from(text)])));
    const read = summaryOf(frames);
    const payloads = payloadsIn(text);
    const isComplete = payloads.some(({ candidates }) => candidates?.[0]?.finishReason);
    expect(isComplete || CUT.test(name)).toBe(true);
    expect(read.end).toBe(isComplete ? 'done' : 'error');
    expect(read).toMatchObject(expectedOf(payloads));
    checkPlaces(frames);

    const same = await joined(writeGeminiStream(frames, {}));
    expect(payloadsIn(same).slice(0, payloads.length)).toEqual(payloads);
    if (!isComplete) return;

    const told = frames.map(withoutPayload);
    const written = await joined(writeGeminiStream(told, { source: 'native' }));
    expect(written).not.toContain('[DONE]');
    const again = await readAll(readGeminiStream(readSse([Buffer.from(written)])));
    expect(alike(summaryOf(again))).toEqual(alike(read));

    const chat = await joined(writeChatStream(told, { source: 'native', wantsUsage: true }));
    checkTold(summaryOf(await readAll(readChatStream(readSse([Buffer.from(chat)])))), read);

    const messages = await joined(writeMessagesStream(told, { source: 'native' }));
    checkTold(summaryOf(await readAll(readMessagesStream(readSse([Buffer.from(messages)])))), read);
  });

  it(`a recorded stream is read alike in any pieces, and never finished when cut: ${name}`, async () => {
    const bytes = Buffer.from(text);
    const whole = summaryOf(await readAll(readGeminiStream(readSse([bytes]))));
    const stride = Math.max(1, Math.floor(bytes.length / 61)) | 1;
    for (let cut = 0; cut < bytes.length; cut += stride) {
      const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
      expect(summaryOf(await readAll(readGeminiStream(readSse(pieces))))).toEqual(whole);
      const part = summaryOf(await readAll(readGeminiStream(readSse(pieces.slice(0, 1)))));
      expect(whole.said.startsWith(part.said)).toBe(true);
      expect(whole.thought.startsWith(part.thought)).toBe(true);
      if (part.end === 'done') expect(part.finish).toEqual(whole.finish);
    }
  });
}

for (const { name, text } of recordings.filter(({ kind }) => kind === 'answer')) {
  it(`a recorded response is read, and told again in every format: ${name}`, () => {
    const frame = codecs.gemini.readAnswer(parseJson(text));
    const read = summaryOf([frame]);
    expect(read.end).toBe('done');
    expect(read).toMatchObject(expectedOf([JSON.parse(text) as Payload]));
    const options = { ...PLAIN, source: 'gemini' } as const;
    expect(codecs.gemini.writeAnswer(frame, options)).toBe(text);

    const told = withoutPayload(frame);
    const foreign = { ...options, source: 'native' } as const;
    const written = codecs.gemini.writeAnswer(told, foreign);
    expect(alike(summaryOf([codecs.gemini.readAnswer(parseJson(written))]))).toEqual(alike(read));

    for (const format of ['chat', 'messages'] as const) {
      const answer = codecs[format].writeAnswer(told, foreign);
      checkTold(summaryOf([codecs[format].readAnswer(parseJson(answer))]), read);
    }
  });
}

interface Part {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly functionCall?: { readonly name?: string };
}

interface Payload {
  readonly candidates?: readonly {
    readonly content?: { readonly parts?: readonly Part[] };
    readonly finishReason?: string;
  }[];
  readonly promptFeedback?: { readonly blockReason?: string };
  readonly usageMetadata?: Readonly<Record<string, number>>;
}

const REASONS: Readonly<Record<string, string>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'content_filter',
};

/** What a stream, or a whole response as its only piece, says: computed from the payloads alone. */
function expectedOf(payloads: readonly Payload[]) {
  const candidates = payloads.flatMap(({ candidates: all }) => all ?? []);
  const parts = candidates.flatMap(({ content }) => content?.parts ?? []);
  const textOf = (isThought: boolean) =>
    parts
      .flatMap(({ text, thought = false }) => (thought === isThought ? (text ?? '') : ''))
      .join('');
  const tools = parts.flatMap(({ functionCall }) => functionCall?.name ?? []);
  const native = candidates.flatMap(({ finishReason }) => finishReason ?? [])[0];
  const isBlocked = payloads.some(({ promptFeedback }) => promptFeedback?.blockReason);
  const reason = native === undefined ? isBlocked && 'content_filter' : REASONS[native];
  const usage = payloads.findLast(
    ({ usageMetadata }) => usageMetadata?.['promptTokenCount'],
  )?.usageMetadata;
  const of = (key: string) => usage?.[key] ?? 0;
  return {
    said: textOf(false),
    thought: textOf(true),
    tools,
    finish: reason === 'stop' && tools.length > 0 ? 'tool_calls' : reason || undefined,
    ...(usage && {
      usage: {
        inputTotal: of('promptTokenCount') + of('toolUsePromptTokenCount'),
        cacheRead: of('cachedContentTokenCount'),
        outputTotal: of('candidatesTokenCount') + of('thoughtsTokenCount'),
        reasoning: of('thoughtsTokenCount'),
      },
    }),
  };
}

interface Summary {
  said: string;
  thought: string;
  /** Of each call, in order. */
  args: string[];
  tools: string[];
  ids: string[];
  signatures: string[];
  finish: string | undefined;
  usage: Usage | undefined;
  end: string | undefined;
}

function summaryOf(frames: readonly ReplyFrame[]): Summary {
  const summary: Summary = {
    said: '',
    thought: '',
    args: [],
    tools: [],
    ids: [],
    signatures: [],
    finish: undefined,
    usage: undefined,
    end: undefined,
  };
  for (const event of frames.flatMap(({ events }) => events)) {
    summary.end = event.type;
    if (event.type === 'usage') summary.usage = event.usage;
    else if (event.type === 'finish') summary.finish = event.reason;
    else if (event.type === 'signature') summary.signatures.push(event.value.value);
    else if (event.type === 'opaque') {
      const part = JSON.parse(event.value.value) as Part;
      if (part.text === '' && part.thoughtSignature) summary.signatures.push(part.thoughtSignature);
    } else if (event.type === 'part_start' && event.part.kind === 'tool_call') {
      expect(event.tool?.id).not.toBe('');
      summary.ids.push(event.tool?.id ?? '');
      summary.tools.push(event.tool?.name ?? '');
      summary.args.push('');
    } else if (event.type === 'args' && event.part.kind === 'tool_call') {
      summary.args[event.part.index] += event.delta;
    } else if (event.type === 'text') {
      if (event.part.kind === 'thinking') summary.thought += event.delta;
      else summary.said += event.delta;
    }
  }
  return summary;
}

/** What a response written from events says the same: a modality of tokens has no place in it. */
const alike = (summary: Summary) => ({
  ...summary,
  args: valuesOf(summary),
  usage: [summary.usage?.inputTotal ?? 0, summary.usage?.outputTotal ?? 0],
});

const valuesOf = ({ args }: Summary): unknown[] =>
  args.map((text) => JSON.parse(text || '{}') as unknown);

/** In another format: all but what only this one knows. */
function checkTold(told: Summary, read: Summary): void {
  expect(told).toMatchObject({
    said: read.said,
    thought: read.thought,
    tools: read.tools,
    ids: read.ids,
    end: 'done',
  });
  // The messages format has one word for what was filtered and what was refused.
  expect(told.finish === 'refusal' ? 'content_filter' : told.finish).toBe(read.finish);
  expect(valuesOf(told)).toEqual(valuesOf(read));
  expect(told.usage?.inputTotal ?? 0).toBe(read.usage?.inputTotal ?? 0);
  expect(told.usage?.outputTotal ?? 0).toBe(read.usage?.outputTotal ?? 0);
}

function checkPlaces(frames: readonly ReplyFrame[]): void {
  for (const { document, events } of frames) {
    for (const event of events) {
      if ((event.type !== 'text' && event.type !== 'args') || !event.at) continue;
      expect(JSON.parse(document?.text.slice(event.at.start, event.at.end) ?? '')).toBe(
        event.delta,
      );
    }
  }
}

const withoutPayload = (frame: ReplyFrame): ReplyFrame => ({ ...frame, document: null, edits: [] });

const payloadsIn = (sse: string): Payload[] =>
  sse
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)) as Payload);

async function readAll(frames: AsyncIterable<ReplyFrame>): Promise<ReplyFrame[]> {
  const all: ReplyFrame[] = [];
  for await (const frame of frames) all.push(frame);
  return all;
}

async function joined(texts: AsyncIterable<string>): Promise<string> {
  let all = '';
  for await (const text of texts) all += text;
  return all;
}
