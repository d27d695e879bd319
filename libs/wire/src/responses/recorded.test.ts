import { parseJson } from '#kernel';
import { expect, it } from 'vitest';
import { responsesRecordings } from '../../../../test/support/recordings.js';
import {
  PLAIN,
  readChatStream,
  readResponsesStream,
  readSse,
  writeChatStream,
  writeResponsesStream,
} from '../../../../test/support/wire.js';
import {
  checkPlaces,
  joined,
  readAll,
  summaryOf,
  withoutPayload,
} from '../../../../test/support/told.js';
import { codecs } from '../index.js';

/** Recorded traffic of the Responses format; `GW_FIXTURES` names the folder. */
const fixtures = process.env['GW_FIXTURES'];
const all = fixtures === undefined ? [] : responsesRecordings(fixtures);
/** One of them was shortened by hand, in the middle of a payload. */
const recordings = all.filter(({ text }) => text.split('\n').every(isSound));

it('knows recordings of both kinds, or none when GW_FIXTURES is not set', () => {
  const kinds = new Set(recordings.map(({ kind }) => kind));
  expect(kinds.has('stream') && kinds.has('answer')).toBe(fixtures !== undefined);
  expect(all.length - recordings.length).toBeLessThanOrEqual(1);
});

for (const { name, text } of recordings.filter(({ kind }) => kind === 'stream')) {
  const payloads = payloadsIn(text);
  const last = payloads.at(-1);
  const isEnded = /^response\.(completed|incomplete)$/.test(last?.type ?? '');

  it(`a recorded stream of responses is read, and told again in every format: ${name}`, async () => {
    const frames = await readAll(readResponsesStream(readSse([Buffer.from(text)])));
    const read = summaryOf(frames);
    expect(read.end).toBe(isEnded ? 'done' : 'error');
    checkPlaces(frames);
    const same = await joined(writeResponsesStream(frames, {}));
    const sent = payloadsIn(same);
    expect(sent.slice(0, payloads.length)).toEqual(payloads);
    if (!isEnded) return;
    expect(sent).toHaveLength(payloads.length);
    expect(read).toMatchObject({ ...expectedOf(last?.response), ...saidInPieces(payloads) });

    const told = frames.map(withoutPayload);
    const written = await joined(writeResponsesStream(told, { source: 'native' }));
    checkLifecycle(payloadsIn(written));
    const again = await readAll(readResponsesStream(readSse([Buffer.from(written)])));
    expect(summaryOf(again)).toEqual({ ...read, args: read.args.map((args) => args || '{}') });

    const chat = await joined(writeChatStream(told, { source: 'native', wantsUsage: true }));
    const inChat = summaryOf(await readAll(readChatStream(readSse([Buffer.from(chat)]))));
    expect(inChat).toMatchObject({
      said: read.said,
      thought: read.thought,
      tools: read.tools,
      end: 'done',
    });
    expect(inChat.usage?.inputTotal).toBe(read.usage?.inputTotal);
    expect(inChat.usage?.outputTotal).toBe(read.usage?.outputTotal);
  });

  it(`a recorded stream of responses is read alike in any pieces, and never finished when cut: ${name}`, async () => {
    const bytes = Buffer.from(text);
    const whole = summaryOf(await readAll(readResponsesStream(readSse([bytes]))));
    const stride = Math.max(1, Math.floor(bytes.length / 31)) | 1;
    for (let cut = 0; cut < bytes.length; cut += stride) {
      const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
      expect(summaryOf(await readAll(readResponsesStream(readSse(pieces))))).toEqual(whole);
      const part = summaryOf(await readAll(readResponsesStream(readSse(pieces.slice(0, 1)))));
      expect(whole.said.startsWith(part.said)).toBe(true);
      expect(part.end).toBe(part.finish === undefined ? 'error' : 'done');
    }
  });
}

for (const { name, text } of recordings.filter(({ kind }) => kind === 'answer')) {
  it(`a recorded response is read, and told again in every format: ${name}`, () => {
    const response = JSON.parse(text) as Response;
    const frame = codecs.responses.readAnswer(parseJson(text));
    const read = summaryOf([frame]);
    checkPlaces([frame]);
    expect(read.end).toBe(response.error ? 'error' : 'done');
    expect(read).toMatchObject(expectedOf(response));
    const options = { ...PLAIN, source: 'responses' } as const;
    expect(codecs.responses.writeAnswer(frame, options)).toBe(text);

    const told = withoutPayload(frame);
    const written = codecs.responses.writeAnswer(told, { ...options, source: 'native' });
    const again = summaryOf([codecs.responses.readAnswer(parseJson(written))]);
    expect(again).toEqual({ ...read, args: read.args.map((args) => args || '{}') });

    const chat = codecs.chat.writeAnswer(told, { ...options, source: 'native' });
    const inChat = summaryOf([codecs.chat.readAnswer(parseJson(chat))]);
    expect(inChat).toMatchObject({ said: read.said, thought: read.thought, tools: read.tools });
  });
}

function isSound(line: string): boolean {
  if (!line.startsWith('data: {')) return true;
  try {
    return Boolean(JSON.parse(line.slice(6)));
  } catch {
    return false;
  }
}

interface Item {
  readonly id?: string;
  readonly type: string;
  readonly name?: string;
  readonly arguments?: string;
  readonly input?: string;
  readonly content?: readonly Part[] | null;
  readonly summary?: readonly Part[];
}

interface Part {
  readonly text?: string;
  readonly refusal?: string;
}

interface Response {
  readonly status?: string;
  readonly error?: object | null;
  readonly output: readonly Item[];
  readonly incomplete_details?: { readonly reason?: string } | null;
  readonly usage?: { readonly input_tokens: number; readonly output_tokens: number } | null;
}

interface Payload {
  readonly type: string;
  readonly sequence_number?: number;
  readonly output_index?: number;
  readonly item?: Item;
  readonly delta?: string;
  readonly text?: string;
  readonly arguments?: string;
  readonly response?: Response;
}

const REASONS: Readonly<Record<string, string>> = { max_output_tokens: 'length' };

/** What a whole response says: computed from its members alone. */
function expectedOf(response: Response | undefined) {
  const { output = [], usage, incomplete_details: cut } = response ?? {};
  const textsOf = (type: string): string[] =>
    output.flatMap((item) => {
      if (item.type !== type) return [];
      const parts: readonly Part[] = [...(item.summary ?? []), ...(item.content ?? [])];
      return parts.map(({ text, refusal }) => text ?? refusal ?? '');
    });
  const calls = output.filter(({ type }) => /^(?:function|custom_tool)_call$/.test(type));
  const reason = cut?.reason && (REASONS[cut.reason] ?? cut.reason);
  return {
    said:
      textsOf('message').join('') +
      calls.map((call) => (call.type === 'custom_tool_call' ? (call.input ?? '') : '')).join(''),
    thought: textsOf('reasoning').join(''),
    tools: calls.map(({ name }) => name),
    finish: reason || (calls.length > 0 ? 'tool_calls' : 'stop'),
    ...(usage && {
      usage: { inputTotal: usage.input_tokens, outputTotal: usage.output_tokens },
    }),
  };
}

/** Some recordings were shortened by hand, so that their pieces say less than their end. */
function saidInPieces(payloads: readonly Payload[]): { readonly said?: string } {
  const pieces = payloads.filter(({ type }) => /output_text\.delta|input\.delta/.test(type));
  return pieces.length === 0 ? {} : { said: pieces.map(({ delta }) => delta).join('') };
}

/** Numbered from 0; what was added is done with all its pieces, and stands in the last event. */
function checkLifecycle(payloads: readonly Payload[]): void {
  expect(payloads.map(({ sequence_number: at }) => at)).toEqual(payloads.map((_, at) => at));
  expect(payloads.slice(0, 2).map(({ type }) => type)).toEqual([
    'response.created',
    'response.in_progress',
  ]);
  const done = payloads.filter(({ type }) => type === 'response.output_item.done');
  const added = payloads.filter(({ type }) => type === 'response.output_item.added');
  const placesOf = (events: readonly Payload[]) => events.map((event) => event.output_index);
  expect(placesOf(added)).toEqual(added.map((_, at) => at));
  expect(new Set(placesOf(done))).toEqual(new Set(placesOf(added)));
  const ordered = done.toSorted((a, b) => (a.output_index ?? 0) - (b.output_index ?? 0));
  expect(payloads.at(-1)?.response?.output).toEqual(ordered.map(({ item }) => item));
  for (const { output_index: place, item } of done) {
    const own = payloads.filter((event) => event.output_index === place);
    const pieces = own
      .filter(({ type }) => type.endsWith('.delta'))
      .map(({ delta }) => delta ?? '')
      .join('');
    if (item?.type === 'message') expect(item.content?.[0]?.text ?? pieces).toBe(pieces);
    if (item?.type === 'function_call') expect(item.arguments).toBe(pieces);
  }
}

function payloadsIn(sse: string): Payload[] {
  return sse
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)) as Payload);
}
