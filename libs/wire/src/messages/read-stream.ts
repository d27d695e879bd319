import { member, numberOf, stringOf, type JsonDocument, type JsonNode } from '#kernel';
import { CUT, errorEvent, MALFORMED } from '../errors/error-event.js';
import { errorOf, readErrorBody } from '../errors/read-error-body.js';
import type { StreamReader } from '../codec.js';
import type { ReplyEvent, ReplyFrame } from '../reply.js';
import { isDoneMarker, readPayload } from '../sse/read-payload.js';
import type { StreamEvent } from '../event-parser.js';
import { Blocks } from './blocks.js';
import { MessagesUsage } from './read-usage.js';
import { readStopReason } from './stop-reason.js';

/** Decodes the events of a message. The last frame, and no other, has `done` or `error`. */
export class MessagesStreamReader implements StreamReader {
  isOver = false;
  private readonly blocks = new Blocks();
  private readonly usage = new MessagesUsage();
  private hasStarted = false;
  private hasFinished = false;

  read(event: StreamEvent, payload?: JsonDocument | null): ReplyFrame | undefined {
    const document = payload === undefined ? readPayload(event.data) : payload;
    if (document?.root.kind === 'object') return this.readDocument(document, event.name);
    // A cut event is judged at the end of the stream; some proxies end with a marker of their own.
    if (event.isCut || event.data.trim() === '') return undefined;
    if (isDoneMarker(event.data)) return this.end();
    return this.over(null, '', [MALFORMED]);
  }

  /** The stream ended without `message_stop`: complete only if a reason to stop had come. */
  end(): ReplyFrame | undefined {
    if (this.isOver) return undefined;
    return this.over(null, '', [this.hasFinished ? { type: 'done' } : CUT]);
  }

  private readDocument(document: JsonDocument, eventName: string): ReplyFrame | undefined {
    const { root } = document;
    const type = stringOf(member(root, 'type')) ?? eventName;
    const events: ReplyEvent[] = [];
    switch (type) {
      case 'message_start':
        if (this.hasStarted) return undefined; // Some proxies begin twice.
        this.start(member(root, 'message'), events);
        break;
      case 'content_block_start': {
        const block = member(root, 'content_block');
        if (block) this.blocks.start(indexOf(root), block, document, events);
        break;
      }
      case 'content_block_delta': {
        const delta = member(root, 'delta');
        if (delta) this.blocks.delta(indexOf(root), delta, document, events);
        break;
      }
      case 'content_block_stop':
        this.blocks.parts.end(indexOf(root), events);
        break;
      case 'message_delta':
        this.finish(member(root, 'delta'), events);
        this.count(member(root, 'usage'), events);
        break;
      case 'message_stop':
        this.count(member(root, 'usage'), events); // Some platforms tell the cached ones only here.
        if (!this.hasFinished)
          this.addFinish(this.blocks.parts.hasCalls ? 'tool_use' : 'end_turn', events);
        return this.over(document, eventName, [...events, { type: 'done' }]);
      case 'error':
        return this.over(document, eventName, [errorEvent(readErrorBody(root) ?? errorOf(root))]);
      default: {
        const error = readErrorBody(root);
        if (error) return this.over(document, eventName, [errorEvent(error)]);
      }
    }
    return frameOf(document, eventName, events);
  }

  private start(message: JsonNode | undefined, events: ReplyEvent[]): void {
    this.hasStarted = true;
    events.push({ type: 'start', id: stringOf(member(message, 'id')) ?? '' });
    const usage = this.usage.begin(member(message, 'usage'));
    if (usage) events.push(usage);
  }

  private finish(delta: JsonNode | undefined, events: ReplyEvent[]): void {
    const reason = stringOf(member(delta, 'stop_reason'));
    if (reason === undefined || this.hasFinished) return;
    this.addFinish(reason, events, stringOf(member(delta, 'stop_sequence')));
  }

  private addFinish(native: string, events: ReplyEvent[], stopSequence?: string): void {
    this.hasFinished = true;
    this.blocks.parts.endAll(events);
    const reason = readStopReason(native);
    events.push({ type: 'finish', choice: 0, reason, ...(stopSequence && { stopSequence }) });
  }

  private count(node: JsonNode | undefined, events: ReplyEvent[]): void {
    const usage = this.usage.add(node);
    if (usage) events.push(usage);
  }

  private over(document: JsonDocument | null, name: string, events: ReplyEvent[]): ReplyFrame {
    this.isOver = true;
    return frameOf(document, name, events);
  }
}

const frameOf = (
  document: JsonDocument | null,
  name: string,
  events: readonly ReplyEvent[],
): ReplyFrame =>
  name === '' ? { document, edits: [], events } : { name, document, edits: [], events };

const indexOf = (root: JsonNode): number => numberOf(member(root, 'index')) ?? 0;
