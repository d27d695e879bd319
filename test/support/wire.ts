import {
  answerReaders,
  codecs,
  EventStreamParser,
  SseParser,
  type AnswerOptions,
  type Part,
  type CallerProtocol,
  type EventParser,
  type Protocol,
  type ReplyEvent,
  type ReplyFrame,
  type StreamEvent,
} from '#wire';

/** The readers and writers of a stream, driven over a whole source. */

type Source<Item> = AsyncIterable<Item> | Iterable<Item>;

export const readSse = (chunks: Source<Uint8Array>) => readWith(new SseParser(), chunks);
export const readEventStream = (chunks: Source<Uint8Array>) =>
  readWith(new EventStreamParser(), chunks);

async function* readWith(
  parser: EventParser,
  chunks: Source<Uint8Array>,
): AsyncGenerator<StreamEvent> {
  for await (const chunk of chunks) yield* parser.push(chunk);
  const rest = parser.end();
  if (rest) yield rest;
}

const readStream = (protocol: Protocol) =>
  async function* (events: Source<StreamEvent>): AsyncGenerator<ReplyFrame> {
    const reader = answerReaders[protocol].newStreamReader();
    for await (const event of events) {
      const frame = reader.read(event);
      if (frame) yield frame;
      if (reader.isOver) return;
    }
    const end = reader.end();
    if (end) yield end;
  };

export const readChatStream = readStream('chat');
export const readMessagesStream = readStream('messages');
export const readGeminiStream = readStream('gemini');
export const readResponsesStream = readStream('responses');
export const readConverseStream = readStream('converse');
export const readMistralStream = readStream('mistral');
export const readCohereStream = readStream('cohere');
export const readNativeStream = readStream('native');

const writeStream = (protocol: CallerProtocol) =>
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

/** What a writer is told where nothing matters but the source. */
export const PLAIN = {
  model: null,
  wantsUsage: false,
  showsThinking: true,
  inputTokens: 0,
  requestId: 'r1',
  customTools: new Set<string>(),
};

export const writeChatStream = writeStream('chat');
export const writeMessagesStream = writeStream('messages');
export const writeGeminiStream = writeStream('gemini');
export const writeResponsesStream = writeStream('responses');
export const writeNativeStream = writeStream('native');

const KINDS: Readonly<Record<Part['kind'], string>> = {
  text: 'text',
  thinking: 'reasoning',
  refusal: 'refusal',
  function_call: 'function',
  tool_call: 'tool',
  provider_call: 'provider',
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
