import {
  codecs,
  SseParser,
  type AnswerOptions,
  type Part,
  type Protocol,
  type ReplyEvent,
  type ReplyFrame,
  type SseEvent,
} from '#wire';

/** The readers and writers of a stream, driven over a whole source. */

type Source<Item> = AsyncIterable<Item> | Iterable<Item>;

export async function* readSse(chunks: Source<Uint8Array>): AsyncGenerator<SseEvent> {
  const parser = new SseParser();
  for await (const chunk of chunks) yield* parser.push(chunk);
  const rest = parser.end();
  if (rest) yield rest;
}

const readStream = (protocol: Protocol) =>
  async function* (events: Source<SseEvent>): AsyncGenerator<ReplyFrame> {
    const reader = codecs[protocol].newStreamReader();
    for await (const event of events) {
      const frame = reader.read(event);
      if (frame) yield frame;
      if (reader.isOver) return;
    }
    const end = reader.end();
    if (end) yield end;
  };

export const readChatStream = readStream('chat');
export const readNativeStream = readStream('native');

const writeStream = (protocol: Protocol) =>
  async function* (
    frames: Source<ReplyFrame>,
    options: Partial<AnswerOptions>,
  ): AsyncGenerator<string> {
    const writer = codecs[protocol].newStreamWriter({ ...PLAIN, source: protocol, ...options });
    for await (const frame of frames) {
      yield* writer.write(frame).match(EVENT) ?? [];
      if (writer.isOver) return;
    }
  };

/** One server-sent event of a text that may hold several. */
const EVENT = /[^]+?\n\n/g;

const PLAIN = { model: null, wantsUsage: false };

export const writeChatStream = writeStream('chat');
export const writeNativeStream = writeStream('native');

const KINDS: Readonly<Record<Part['kind'], string>> = {
  text: 'text',
  thinking: 'reasoning',
  refusal: 'refusal',
  function_call: 'function',
  tool_call: 'tool',
};

/** A part as one word: choice, kind, and for tool calls their position. */
export const nameOf = ({ choice, kind, index }: Part): string =>
  `${choice}/${KINDS[kind]}${kind === 'tool_call' ? `/${index}` : ''}`;

const BORDERS: ReadonlySet<string> = new Set(['start', 'part_start', 'part_end']);

/** What was said, without the borders of parts; a part stands as its name. */
export const saidIn = (events: readonly ReplyEvent[]) =>
  events
    .filter(({ type }) => !BORDERS.has(type))
    .map((event) => ('part' in event ? { ...event, part: nameOf(event.part) } : event));

const parts = new Map<string, Part>();

/** The inverse of `nameOf`; the same name gives the same part. */
export function aPart(name: string): Part {
  const known = parts.get(name);
  if (known) return known;
  const [choice, word, index = '0'] = name.split('/');
  const kind = (Object.keys(KINDS) as Part['kind'][]).find((key) => KINDS[key] === word) ?? 'text';
  const part: Part = { choice: Number(choice), kind, index: Number(index) };
  parts.set(name, part);
  return part;
}
