import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseJson } from '#kernel';
import { expect, it } from 'vitest';
import {
  codecs,
  readProviderError,
  type ReplyEvent,
  type ReplyFrame,
  type Usage,
} from './index.js';
import { CHAT_FOLDERS } from '../../../test/support/recordings.js';
import {
  nameOf,
  PLAIN,
  readChatStream,
  readNativeStream,
  readSse,
  writeChatStream,
  writeNativeStream,
} from '../../../test/support/wire.js';
import { readNativeUsage } from './native/read-usage.js';

/**
 * Recorded traffic of real providers. It is kept outside of this repository: `GW_FIXTURES` names
 * the folder, and without it nothing is collected here.
 */
const NATIVE_FOLDERS = [
  'openai-responses',
  'openai-completions',
  'openai-embeddings',
  'openai-images',
  'openai-audio',
  'openai-moderations',
];

interface Recording {
  readonly name: string;
  readonly kind: 'chat stream' | 'chat answer' | 'native stream' | 'native answer' | 'error';
  readonly text: string;
  readonly status: number;
  readonly headers: Record<string, string>;
}

interface Exchange {
  readonly provider?: string;
  readonly request?: unknown;
  readonly response?: {
    readonly status: number;
    readonly headers: Record<string, string>;
    readonly body?: unknown;
    readonly bodyFile?: string;
  };
}

/** The members that the expectations below are computed from, independently of the readers. */
interface Payload {
  readonly object?: string;
  readonly model?: string;
  readonly error?: unknown;
  readonly choices?: readonly { readonly delta?: Said; readonly message?: Said }[];
  readonly usage?: WireUsage | null;
  readonly x_groq?: { readonly usage?: WireUsage };
  readonly response?: { readonly usage?: object | null };
}

interface Said {
  readonly content?: string | readonly { readonly text?: string }[] | null;
  readonly reasoning?: string | null;
  readonly reasoning_content?: string | null;
  readonly tool_calls?: readonly { readonly function?: { readonly arguments?: string } }[] | null;
}

interface WireUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly prompt_tokens_details?: { readonly cached_tokens?: number };
  readonly num_cached_tokens?: number;
}

const fixtures = process.env['GW_FIXTURES'];
const recordings = fixtures === undefined ? [] : recordingsIn(join(fixtures, 'providers'));
const of = (kind: Recording['kind']) => recordings.filter((recording) => recording.kind === kind);

it('knows recordings of every kind, or none when GW_FIXTURES is not set', () => {
  const kinds = new Set(recordings.map((recording) => recording.kind));
  expect(kinds.size).toBe(fixtures === undefined ? 0 : 5);
});

for (const { name, text } of of('chat stream')) {
  it(`a recorded chat stream is read and written again: ${name}`, async () => {
    const payloads = payloadsOf(text);
    const frames = await readAll(readChatStream(readSse(inPieces(text, [text.length]))));
    checkInvariants(frames);
    const read = summaryOf(frames);
    const hasError = payloads.some((payload) => payload.error);
    expect(read.end).toBe(hasError ? 'error' : 'done');
    if (!hasError) expect(read.said).toEqual(saidIn(payloads));
    checkUsage(read.usage, payloads.findLast(usageIn));

    const model = payloads.find((payload) => payload.model)?.model ?? 'x';
    const written = await joined(writeChatStream(fromArray(frames), { model, wantsUsage: true }));
    const again = await readAll(readChatStream(readSse(inPieces(written, [written.length]))));
    // An error frame of a client has room for nothing else, so the usage beside it stays here.
    const expected = hasError ? { ...read, usage: summaryOf(again).usage } : read;
    expect(summaryOf(again)).toEqual(expected);

    // As if the caller spoke another format than the provider: nothing but the events may count.
    const translated = await joined(
      writeChatStream(frames.map(withoutPayload), { source: 'native', model, wantsUsage: true }),
    );
    const told = summaryOf(await readAll(readChatStream(readSse([Buffer.from(translated)]))));
    expect(told.parts).toEqual(withArguments(frames, read.parts));
    expect({ ...told, parts: {}, said: {} }).toEqual({
      ...(hasError ? { ...read, usage: told.usage } : read),
      parts: {},
      said: {},
    });

    const silent = await joined(writeChatStream(fromArray(frames), { model, wantsUsage: false }));
    expect(payloadsOf(silent).some((payload) => payload.usage)).toBe(false);
  });

  it(`a recorded chat stream is read alike in any pieces, and never finished when cut: ${name}`, async () => {
    const bytes = Buffer.from(text);
    const whole = await readAll(readChatStream(readSse(inPieces(text, [text.length]))));
    const pieces = await readAll(readChatStream(readSse(inPieces(text, [1, 7, 64, 3, 1500]))));
    expect(pieces).toEqual(whole);
    const full = summaryOf(whole);
    // A prime stride meets the middles of lines, of characters and of frames.
    const stride = Math.max(1, Math.floor(bytes.length / 97)) | 1;
    for (let cut = 0; cut < bytes.length; cut += stride) {
      const frames = await readAll(readChatStream(readSse(fromArray([bytes.subarray(0, cut)]))));
      checkInvariants(frames);
      const part = summaryOf(frames);
      for (const [key, value] of Object.entries(part.parts)) {
        expect(full.parts[key]?.startsWith(value)).toBe(true);
      }
      if (part.end === 'done') expect(part.finishes).toEqual(full.finishes);
    }
  });
}

for (const { name, text } of of('chat answer')) {
  it(`a recorded chat answer is read, and goes out unchanged: ${name}`, () => {
    const payload = JSON.parse(text) as Payload;
    const frame = codecs.chat.readAnswer(parseJson(text));
    checkInvariants([frame]);
    const read = summaryOf([frame]);
    expect(read.end).toBe('done');
    expect(Object.keys(read.finishes)).toHaveLength(payload.choices?.length ?? 0);
    expect(read.said).toEqual(saidIn([payload]));
    checkUsage(read.usage, usageIn(payload) ? payload : undefined);
    const options = { ...PLAIN, source: 'chat', model: payload.model ?? null } as const;
    expect(codecs.chat.writeAnswer(frame, options)).toBe(text);

    const translated = codecs.chat.writeAnswer(frame, { ...options, source: 'native' });
    const again = codecs.chat.readAnswer(parseJson(translated));
    const told = summaryOf([again]);
    expect(told.parts).toEqual(withArguments([frame], read.parts));
    expect({ ...told, parts: {}, said: {} }).toEqual({ ...read, parts: {}, said: {} });
    expect(headsOf([again])).toEqual(headsOf([frame]));
  });
}

for (const { name, text } of of('native stream')) {
  it(`a recorded stream of another format goes through unchanged: ${name}`, async () => {
    const frames = await readAll(readNativeStream(readSse(inPieces(text, [1000]))));
    checkInvariants(frames);
    const read = summaryOf(frames);
    expect(read.end).toBe('done');
    const written = await joined(writeNativeStream(fromArray(frames), { wantsUsage: true }));
    expect(payloadsOf(written)).toEqual(payloadsOf(text));
    const hasUsage = payloadsOf(text).some(({ response, usage }) => response?.usage ?? usage);
    expect(read.usage !== undefined).toBe(hasUsage);
  });
}

for (const { name, text } of of('native answer')) {
  it(`a recorded answer of another format tells its usage: ${name}`, () => {
    const usage = readNativeUsage(parseJson(text))?.usage;
    const payload = (JSON.parse(text) ?? {}) as Payload;
    const total = payload.usage?.total_tokens;
    if (total !== undefined && usage) expect(usage.inputTotal + usage.outputTotal).toBe(total);
    expect(usage !== undefined).toBe(Boolean(payload.usage) || text.includes('"b64_json"'));
  });
}

for (const { name, status, text, headers } of of('error')) {
  it(`a recorded error is read: ${name}`, () => {
    const error = readProviderError(status, text, headers);
    const said = (JSON.parse(text) as { error: string | { message: string } }).error;
    const message = typeof said === 'string' ? said : said.message;
    expect(error.message.startsWith(message.slice(0, 400).replaceAll(/\s+/g, ' '))).toBe(true);
    const isOfKey = /api key|subscription key|authentication/i.test(message);
    expect(error.isCredentialFault).toBe(isOfKey && status < 404);
    expect(error.retryAfterMs !== null).toBe('retry-after' in headers);
  });
}

const withoutPayload = (frame: ReplyFrame): ReplyFrame => ({ ...frame, document: null, edits: [] });

/** A call without arguments gets an empty object: clients parse what they find there. */
function withArguments(frames: readonly ReplyFrame[], parts: Readonly<Record<string, string>>) {
  const filled = { ...parts };
  for (const event of frames.flatMap((frame) => frame.events)) {
    if (event.type !== 'part_end' || event.part.kind !== 'tool_call') continue;
    filled[nameOf(event.part)] ??= '{}';
  }
  return filled;
}

/** Which tools were called, and how the parts of the answer are framed. */
const headsOf = (frames: readonly ReplyFrame[]) =>
  frames
    .flatMap((frame) => frame.events)
    .filter(({ type }) => type === 'start' || type === 'part_start' || type === 'part_end');

function checkInvariants(frames: readonly ReplyFrame[]): void {
  const events = frames.flatMap((frame) => frame.events);
  const ends = events.filter((event) => event.type === 'done' || event.type === 'error');
  expect(ends).toEqual([events.at(-1)]);
  const finished = events.flatMap((event) => (event.type === 'finish' ? [event.choice] : []));
  expect(new Set(finished).size).toBe(finished.length);
  for (const { document, events } of frames) {
    for (const event of events) {
      if (event.type !== 'text' && event.type !== 'args') continue;
      const literal = document?.text.slice(event.at?.start, event.at?.end) ?? '';
      expect(JSON.parse(literal)).toBe(event.delta);
    }
  }
}

function checkUsage(usage: Usage | undefined, payload: Payload | undefined): void {
  const wire = payload && usageIn(payload);
  if (!wire) {
    expect(usage).toBeUndefined();
    return;
  }
  const cached = wire.prompt_tokens_details?.cached_tokens ?? wire.num_cached_tokens ?? 0;
  const outside = cached > wire.prompt_tokens ? cached : 0;
  expect(usage?.cacheRead).toBe(cached);
  expect(usage?.inputTotal).toBe(wire.prompt_tokens + outside);
  expect(usage?.outputTotal).toBe(wire.total_tokens - wire.prompt_tokens);
}

function usageIn(payload: Payload): WireUsage | undefined {
  return payload.usage ?? payload.x_groq?.usage;
}

function summaryOf(frames: readonly ReplyFrame[]) {
  const events: ReplyEvent[] = frames.flatMap((frame) => frame.events);
  const parts: Record<string, string> = {};
  const finishes: Record<number, string> = {};
  const said = { text: '', reasoning: '', args: '' };
  let usage: Usage | undefined;
  for (const event of events) {
    if (event.type === 'usage') usage = event.usage;
    if (event.type === 'finish') finishes[event.choice] = event.reason;
    if (event.type !== 'text' && event.type !== 'args') continue;
    const name = nameOf(event.part);
    parts[name] = (parts[name] ?? '') + event.delta;
    if (event.type === 'args') said.args += event.delta;
    else if (event.part.kind === 'thinking') said.reasoning += event.delta;
    else said.text += event.delta;
  }
  return { parts, finishes, said, usage, end: events.at(-1)?.type };
}

function saidIn(payloads: readonly Payload[]) {
  const said = { text: '', reasoning: '', args: '' };
  for (const { delta, message } of payloads.flatMap((payload) => payload.choices ?? [])) {
    const source = message ?? delta ?? {}; // Perplexity puts an empty delta beside a message.
    said.reasoning += source.reasoning_content ?? source.reasoning ?? '';
    for (const call of source.tool_calls ?? []) said.args += call.function?.arguments ?? '';
    if (typeof source.content === 'string') said.text += source.content;
    else for (const part of source.content ?? []) addPart(part, said);
  }
  return said;
}

function addPart(
  part: { readonly text?: string; readonly thinking?: readonly { readonly text?: string }[] },
  said: { text: string; reasoning: string },
): void {
  said.text += part.text ?? '';
  for (const piece of part.thinking ?? []) said.reasoning += piece.text ?? '';
}

function payloadsOf(sse: string): Payload[] {
  return sse
    .split(/\r?\n/)
    .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trim()] : []))
    .flatMap((data) => (isObject(data) ? [JSON.parse(data) as Payload] : []));
}

/** Some recordings were shortened by hand, in the middle of a payload too. */
function isObject(data: string): boolean {
  try {
    return data.startsWith('{') && Boolean(JSON.parse(data));
  } catch {
    return false;
  }
}

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

async function* fromArray<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** The text as chunks of the given sizes, in turn. */
async function* inPieces(text: string, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  let turn = 0;
  for (let at = 0; at < bytes.length;) {
    const size = sizes[turn++ % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

function recordingsIn(root: string): Recording[] {
  return [...CHAT_FOLDERS, ...NATIVE_FOLDERS].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(root, folder, file))
      .filter((file) => statSync(file).isFile())
      .flatMap((file) => recordingsOf(file, relative(root, file))),
  );
}

function recordingsOf(file: string, name: string): Recording[] {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.chunks.txt')) return [streamOf(name, sseOf(text))];
  // Bodies of exchanges are read with the exchange that names them.
  if (/\.response\.(sse|txt)$/.test(file)) return [];
  if (file.endsWith('.sse')) return [streamOf(name, text)];
  const { provider, request, response } = JSON.parse(text) as Exchange;
  // Some conversations went on with a provider of another format.
  if (provider && ![...CHAT_FOLDERS, ...NATIVE_FOLDERS].includes(provider)) return [];
  if (!request || !response) return [answerOf(name, text, 200, {})];
  const { status, headers, body, bodyFile } = response;
  if (bodyFile === undefined) return [answerOf(name, JSON.stringify(body), status, headers)];
  const path = existsSync(bodyFile) ? bodyFile : join(dirname(file), bodyFile);
  const recorded = readFileSync(path, 'utf8');
  if (path.endsWith('.sse')) return [streamOf(name, recorded)];
  return [answerOf(name, recorded, status, headers)];
}

function sseOf(chunks: string): string {
  const lines = chunks.split('\n').filter((line) => line !== '');
  return [...lines, '[DONE]'].map((line) => `data: ${line}\n\n`).join('');
}

function streamOf(name: string, text: string): Recording {
  const isChat = payloadsOf(text).some(({ object }) => object === 'chat.completion.chunk');
  return { name, kind: isChat ? 'chat stream' : 'native stream', text, status: 200, headers: {} };
}

function answerOf(
  name: string,
  text: string,
  status: number,
  headers: Record<string, string>,
): Recording {
  const payload = (JSON.parse(text) ?? {}) as Payload;
  const isError = status >= 400 || (payload.error !== undefined && payload.error !== null);
  const isChat = payload.object === 'chat.completion';
  const kind = isError ? 'error' : isChat ? 'chat answer' : 'native answer';
  return { name, kind, text, status: isError && status < 400 ? 400 : status, headers };
}
