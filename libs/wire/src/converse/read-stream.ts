import { member, numberOf, stringOf, type JsonDocument, type JsonNode } from '#kernel';
import type { StreamReader } from '../codec.js';
import { CUT, errorEvent, MALFORMED } from '../errors/error-event.js';
import { errorOf } from '../errors/read-error-body.js';
import type { StreamEvent } from '../event-parser.js';
import { usageEvents, type ReplyEvent, type ReplyFrame } from '../reply.js';
import { readPayload } from '../sse/read-payload.js';
import { ConverseBlocks } from './read-blocks.js';
import { readServedTier } from '../service-tier.js';
import { readConverseUsage } from './read-usage.js';
import { readEnd } from './stop-reason.js';

/** Decodes the events of an answer. The last frame, and no other, has `done` or `error`. */
export class ConverseStreamReader implements StreamReader {
  isOver = false;
  private readonly blocks = new ConverseBlocks();
  private hasFinished = false;
  private hasUsage = false;

  read(event: StreamEvent, payload?: JsonDocument | null): ReplyFrame | undefined {
    if (event.isCut) return this.over(null, [CUT]);
    const document = payload === undefined ? readPayload(event.data) : payload;
    if (document?.root.kind !== 'object') return this.over(null, [MALFORMED]);
    const events: ReplyEvent[] = [];
    this.readEvent(event.name, document, events);
    const last = events.at(-1)?.type;
    this.isOver = last === 'done' || last === 'error';
    return { document, edits: [], events };
  }

  /** The usage comes behind the reason to stop; without the latter nothing is complete. */
  end(): ReplyFrame | undefined {
    if (this.isOver) return undefined;
    return this.over(null, [this.hasFinished ? { type: 'done' } : CUT]);
  }

  private readEvent(name: string, document: JsonDocument, events: ReplyEvent[]): void {
    const { root } = document;
    switch (name) {
      case 'messageStart':
        events.push({ type: 'start', id: '' });
        return;
      case 'contentBlockStart':
        return this.blocks.start(indexOf(root), member(root, 'start'), events);
      case 'contentBlockDelta': {
        const delta = member(root, 'delta');
        if (delta) this.blocks.delta(indexOf(root), delta, document, events);
        return;
      }
      case 'contentBlockStop':
        return this.blocks.parts.end(indexOf(root), events);
      case 'messageStop':
        return this.finish(root, events);
      case 'metadata':
        return this.count(root, events);
      default: {
        // An exception has a name of its own, and a message; what is newer than this may have neither.
        const body = errorOf(root);
        if (body.message !== null || name.endsWith('Exception')) {
          events.push(errorEvent({ ...body, type: name }));
        }
      }
    }
  }

  private finish(root: JsonNode, events: ReplyEvent[]): void {
    if (this.hasFinished) return;
    this.hasFinished = true;
    this.blocks.parts.endAll(events);
    const native = stringOf(member(root, 'stopReason'));
    const end = readEnd(native ?? (this.blocks.parts.hasCalls ? 'tool_use' : 'end_turn'), root);
    events.push(end);
    if (end.type !== 'error' && this.hasUsage) events.push({ type: 'done' });
  }

  private count(root: JsonNode, events: ReplyEvent[]): void {
    const usage = readConverseUsage(member(root, 'usage'));
    const tier = readServedTier(member(member(root, 'serviceTier'), 'type'));
    events.push(...usageEvents(usage, tier));
    this.hasUsage = true;
    if (this.hasFinished) events.push({ type: 'done' });
  }

  private over(document: JsonDocument | null, events: ReplyEvent[]): ReplyFrame {
    this.isOver = true;
    return { document, edits: [], events };
  }
}

const indexOf = (root: JsonNode): number => numberOf(member(root, 'contentBlockIndex')) ?? 0;
