import {
  applyEdits,
  changeMembers,
  itemsOf,
  member,
  objectOf,
  stringOf,
  type Edit,
  type JsonDocument,
  type JsonNode,
} from '#kernel';
import type { ReplyEvent, ReplyFrame } from '../reply.js';
import { SSE_DONE, writeSse } from '../sse/write-sse.js';
import { modelEdits } from '../write-model.js';
import { writeErrorEvent } from '../write-stream-error.js';
import { findUsage } from './read-usage.js';
import {
  writeContentChunk,
  writeUsage,
  writeUsageChunk,
  type ChunkEnvelope,
} from './write-chat-chunk.js';

export interface ChatStreamOptions {
  /** As the caller wrote it. */
  readonly model: string;
  /** `stream_options.include_usage` of the caller. */
  readonly wantsUsage: boolean;
}

/** Each string is one complete server-sent event, to be written in one go. */
export async function* writeChatStream(
  frames: AsyncIterable<ReplyFrame>,
  options: ChatStreamOptions,
): AsyncGenerator<string> {
  const writer = new ChatStreamWriter(options);
  for await (const frame of frames) {
    for (const text of writer.write(frame)) yield text;
    if (writer.isOver) return;
  }
}

const USAGE: ReadonlySet<string> = new Set(['usage']);

class ChatStreamWriter {
  isOver = false;
  /** The last payload that has an id: frames of our own look like it. */
  private pattern: JsonDocument | null = null;
  private reasoningKey: ChunkEnvelope['reasoningKey'] | null = null;
  /** Usage as JSON, held back for the end of the stream, where a client looks for it. */
  private usage: string | null = null;

  constructor(private readonly options: ChatStreamOptions) {}

  write(frame: ReplyFrame): string[] {
    const last = frame.events.at(-1);
    this.isOver = last?.type === 'done' || last?.type === 'error';
    if (last?.type === 'error') return [writeErrorEvent(last, frame)];
    const texts = frame.document
      ? this.writePayload(frame, frame.document)
      : frame.events.flatMap((event) => this.writeEvent(event));
    if (last?.type !== 'done') return texts;
    if (this.usage) texts.push(writeSse(writeUsageChunk(this.usage, this.envelope())));
    texts.push(SSE_DONE);
    return texts;
  }

  private writePayload(frame: ReplyFrame, document: JsonDocument): string[] {
    this.learn(frame, document);
    const edits = [...frame.edits, ...modelEdits(document, this.options.model)];
    const usage = frame.events.find((event) => event.type === 'usage');
    if (usage) {
      const isExact = usage.isWholeFrame && isUsageFrame(document);
      if (usage.isWholeFrame && !(isExact && this.options.wantsUsage)) {
        this.hold(findUsage(document.root), document);
        return [];
      }
      if (isExact) this.usage = null;
      else edits.push(...this.takeUsage(document));
    }
    return [writeSse(applyEdits(document.text, edits), frame.name)];
  }

  private writeEvent(event: ReplyEvent): string[] {
    switch (event.type) {
      case 'text':
      case 'args':
      case 'finish':
        return [writeSse(writeContentChunk(event, this.envelope()))];
      case 'usage':
        if (this.options.wantsUsage) this.usage = writeUsage(event.usage);
        return [];
      case 'done':
      case 'error':
        return []; // Written by the caller, after everything else.
    }
  }

  /** Usage that rides on another frame: clients know it only as a frame of its own. */
  private takeUsage(document: JsonDocument): Edit[] {
    this.hold(findUsage(document.root), document);
    const root = objectOf(document.root);
    // Groq's own copy in `x_groq` stays: it comes unasked there too, and no client trips over it.
    return root && member(root, 'usage') ? changeMembers(root, USAGE) : [];
  }

  private hold(usage: JsonNode | undefined, document: JsonDocument): void {
    if (usage && this.options.wantsUsage) {
      this.usage = document.text.slice(usage.start, usage.end);
    }
  }

  private learn(frame: ReplyFrame, document: JsonDocument): void {
    if (stringOf(member(document.root, 'id'))) this.pattern = document;
    if (this.reasoningKey) return;
    if (!frame.events.some((event) => event.type === 'text' && event.part.endsWith('/reasoning'))) {
      return;
    }
    const deltas = itemsOf(member(document.root, 'choices')).map((node) => member(node, 'delta'));
    const isLong = deltas.some((delta) => stringOf(member(delta, 'reasoning_content')));
    this.reasoningKey = isLong ? 'reasoning_content' : 'reasoning';
  }

  private envelope(): ChunkEnvelope {
    return {
      id: this.textOf('id') ?? '""',
      created: this.textOf('created') ?? '0',
      model: JSON.stringify(this.options.model),
      reasoningKey: this.reasoningKey ?? 'reasoning_content',
    };
  }

  private textOf(key: string): string | undefined {
    const node = member(this.pattern?.root, key);
    return node && this.pattern?.text.slice(node.start, node.end);
  }
}

/** By the book: no choices, and usage in its place. */
const isUsageFrame = ({ root }: JsonDocument): boolean =>
  member(root, 'choices')?.kind === 'array' && member(root, 'usage')?.kind === 'object';
