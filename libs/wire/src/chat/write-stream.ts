import {
  applyEdits,
  changeMembers,
  isNull,
  itemsOf,
  member,
  objectOf,
  stringOf,
  type Edit,
  type JsonDocument,
  type JsonNode,
} from '#kernel';
import { writeErrorEvent } from '../errors/write-error-event.js';
import type { AnswerOptions, StreamWriter } from '../codec.js';
import type { Part, ReplyEvent, ReplyFrame, ToolHead } from '../reply.js';
import { SSE_DONE, writeSse } from '../sse/write-sse.js';
import { secondsOf } from '../seconds-of.js';
import { OwnEdits } from '../own-edits.js';
import { modelEdits } from '../write-model.js';
import { signatureFor } from './thought-signature.js';
import { findUsage } from './read-usage.js';
import {
  chatId,
  writeFinishChunk,
  writePieceChunk,
  writeStartChunk,
  writeSignatureChunk,
  writeToolChunk,
  writeUsage,
  writeUsageChunk,
  type ChunkEnvelope,
  type PartStartEvent,
  type ThinkingKey,
} from './write-chunk.js';

const USAGE: ReadonlySet<string> = new Set(['usage']);

/** Writes chunks: the provider's own where it speaks this format, else from the events. */
export class ChatStreamWriter implements StreamWriter {
  isOver = false;
  /** The last payload that has an id: frames of our own look like it. */
  private pattern: JsonDocument | null = null;
  private thinkingKey: ThinkingKey | null = null;
  private hasStarted = false;
  /** Usage as JSON, held back for the end of the stream, where a client looks for it. */
  private usage: string | null = null;
  /** The id of an answer that began in another format. */
  private foreignId: string;
  /** Calls that have no arguments yet: clients parse them, so an empty object has to come. */
  private readonly withoutArgs = new Set<Part>();

  private readonly ownEdits = new OwnEdits((document) => [
    ...modelEdits(document, this.options.model),
    ...(this.options.wantsUsage ? [] : emptyUsageEdits(document)),
  ]);

  constructor(private readonly options: AnswerOptions) {
    this.foreignId = chatId(options.requestId);
  }

  write(frame: ReplyFrame): string {
    const last = frame.events.at(-1);
    this.isOver = last?.type === 'done' || last?.type === 'error';
    if (last?.type === 'error') return writeErrorEvent(last, frame);
    const text = this.writeFrame(frame);
    if (last?.type !== 'done') return text;
    const usage = this.usage ? writeSse(writeUsageChunk(this.usage, this.envelope())) : '';
    return text + usage + SSE_DONE;
  }

  private writeFrame(frame: ReplyFrame): string {
    if (frame.document && this.options.source === 'chat') {
      return this.writePayload(frame, frame.document);
    }
    let text = '';
    for (const event of frame.events) text += this.opening(event) + this.writeEvent(event);
    return text;
  }

  private writePayload(frame: ReplyFrame, document: JsonDocument): string {
    this.learn(frame, document);
    const usage = frame.events.find((event) => event.type === 'usage');
    if (!usage) return spliced(frame, document, this.ownEdits.of(document));
    const edits = modelEdits(document, this.options.model);
    const isExact = usage.isWholeFrame && isUsageFrame(document);
    if (usage.isWholeFrame && !(isExact && this.options.wantsUsage)) {
      this.hold(findUsage(document.root), document);
      return '';
    }
    if (isExact) this.usage = null;
    else edits.push(...this.takeUsage(document));
    return spliced(frame, document, edits);
  }

  /** Some providers begin without a word; the role has to come first all the same. */
  private opening(event: ReplyEvent): string {
    if (this.hasStarted || this.options.source === 'chat') return '';
    return 'part' in event || event.type === 'finish' ? this.start() : '';
  }

  private start(): string {
    this.hasStarted = true;
    return writeSse(writeStartChunk(this.envelope()));
  }

  private writeEvent(event: ReplyEvent): string {
    if ('part' in event && event.part.kind === 'provider_call') return ''; // Nobody else has the tool.
    switch (event.type) {
      case 'start':
        this.foreignId = event.id || this.foreignId;
        return this.start();
      case 'part_start':
        return event.tool ? this.writeTool(event, event.tool) : '';
      case 'text':
      case 'args':
        this.withoutArgs.delete(event.part);
        return writeSse(writePieceChunk(event, this.envelope()));
      case 'finish':
        return writeSse(writeFinishChunk(event, this.envelope()));
      case 'usage':
        if (this.options.wantsUsage) {
          this.usage = writeUsage(event.usage, this.options.cachedUsage);
        }
        return '';
      case 'part_end':
        return this.endPart(event.part);
      case 'signature':
        return this.writeSignature(event.part, signatureFor(event.value));
      case 'opaque':
      case 'citation':
        return ''; // This format has no place for them.
      case 'done':
      case 'error':
        return ''; // Written by `write`, after everything else.
    }
  }

  private writeTool(event: PartStartEvent, tool: ToolHead): string {
    if (!tool.isCustom) this.withoutArgs.add(event.part);
    return writeSse(writeToolChunk(event.part, tool, this.envelope()));
  }

  /** Calls alone have a place for it. */
  private writeSignature(part: Part, value: string | undefined): string {
    if (value === undefined || part.kind !== 'tool_call') return '';
    return writeSse(writeSignatureChunk(part, value, this.envelope()));
  }

  private endPart(part: Part): string {
    if (!this.withoutArgs.delete(part)) return '';
    return writeSse(writePieceChunk({ type: 'args', part, delta: '{}' }, this.envelope()));
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
    // What is like a payload has its id, which was learnt.
    const isKnown = this.pattern !== null && frame.saysTextAlone;
    if (!isKnown && stringOf(member(document.root, 'id'))) this.pattern = document;
    if (this.thinkingKey) return;
    if (!frame.events.some((event) => event.type === 'text' && event.part.kind === 'thinking')) {
      return;
    }
    const deltas = itemsOf(member(document.root, 'choices')).map((node) => member(node, 'delta'));
    const isLong = deltas.some((delta) => stringOf(member(delta, 'reasoning_content')));
    this.thinkingKey = isLong ? 'reasoning_content' : 'reasoning';
  }

  private envelope(): ChunkEnvelope {
    return {
      id: this.textOf('id') ?? JSON.stringify(this.foreignId),
      created: this.textOf('created') ?? String(secondsOf(this.options.requestId)),
      model: JSON.stringify(this.options.model ?? ''),
      thinkingKey: this.thinkingKey ?? 'reasoning_content',
    };
  }

  private textOf(key: string): string | undefined {
    const node = member(this.pattern?.root, key);
    return node && this.pattern?.text.slice(node.start, node.end);
  }
}

const spliced = (frame: ReplyFrame, { text }: JsonDocument, edits: readonly Edit[]): string =>
  writeSse(applyEdits(text, [...frame.edits, ...edits]), frame.name);

/**
 * A provider that is asked for usage says in every chunk that it is not there yet. Who did not ask for it
 * never gets that from the vendor, and some clients refuse it.
 */
function emptyUsageEdits({ root }: JsonDocument): Edit[] {
  const object = objectOf(root);
  return object && isNull(member(object, 'usage')) ? changeMembers(object, USAGE) : [];
}

/** By the book: no choices, and usage in its place. */
const isUsageFrame = ({ root }: JsonDocument): boolean =>
  member(root, 'choices')?.kind === 'array' && member(root, 'usage')?.kind === 'object';
