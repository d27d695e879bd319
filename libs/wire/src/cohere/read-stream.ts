import { member, numberOf, stringOf, type JsonDocument, type JsonNode } from '#kernel';
import type { StreamReader } from '../codec.js';
import { CUT, errorEvent, MALFORMED } from '../errors/error-event.js';
import { errorOf, readErrorBody } from '../errors/read-error-body.js';
import type { StreamEvent } from '../event-parser.js';
import type { ReplyEvent, ReplyFrame } from '../reply.js';
import { isDoneMarker, readPayload } from '../sse/read-payload.js';
import { readEnd } from './finish-reason.js';
import { CohereParts } from './message-parts.js';
import { readCohereUsage } from './read-usage.js';

/** Decodes the events of `/v2/chat`. The last frame, and no other, has `done` or `error`. */
export class CohereStreamReader implements StreamReader {
  isOver = false;
  private readonly parts = new CohereParts();

  read(event: StreamEvent, payload?: JsonDocument | null): ReplyFrame | undefined {
    if (isDoneMarker(event.data)) return this.end();
    if (event.data.trim() === '') return undefined; // A sign of life.
    if (event.isCut) return this.over([CUT]);
    const document = payload === undefined ? readPayload(event.data) : payload;
    if (document?.root.kind !== 'object') return this.over([MALFORMED]);
    const events: ReplyEvent[] = [];
    this.readEvent(document.root, event.name, events);
    const last = events.at(-1)?.type;
    this.isOver = last === 'done' || last === 'error';
    return { document, edits: [], events };
  }

  /** Without the event that ends it nothing is complete. */
  end(): ReplyFrame | undefined {
    return this.isOver ? undefined : this.over([CUT]);
  }

  private readEvent(root: JsonNode, name: string, events: ReplyEvent[]): void {
    const message = member(member(root, 'delta'), 'message');
    const index = numberOf(member(root, 'index')) ?? 0;
    switch (stringOf(member(root, 'type')) ?? name) {
      case 'message-start':
        events.push({ type: 'start', id: stringOf(member(root, 'id')) ?? '' });
        return;
      case 'tool-plan-delta':
        return this.parts.plan(member(message, 'tool_plan'), events);
      case 'content-start':
      case 'content-delta':
        return this.parts.text(index, member(message, 'content'), events);
      case 'content-end':
        return this.parts.endText(index, events);
      case 'tool-call-start':
        return this.parts.startCall(index, member(message, 'tool_calls'), events);
      case 'tool-call-delta':
        return this.parts.args(index, member(message, 'tool_calls'), events);
      case 'tool-call-end':
        return this.parts.endCall(index, events);
      case 'message-end':
        return this.finish(member(root, 'delta'), events);
      case 'citation-start':
      case 'citation-end':
        return; // They mean something to callers of this format alone.
      default: {
        const error = readErrorBody(root) ?? errorOf(root);
        if (error.message !== null) events.push(errorEvent(error));
      }
    }
  }

  private finish(delta: JsonNode | undefined, events: ReplyEvent[]): void {
    this.parts.parts.endAll(events);
    const usage = readCohereUsage(member(delta, 'usage'));
    const native = stringOf(member(delta, 'finish_reason'));
    const end = readEnd(native ?? (this.parts.parts.hasCalls ? 'TOOL_CALL' : 'COMPLETE'));
    if (usage) events.push(usage);
    if (end.type !== 'error') events.push(end, { type: 'done' });
    else events.push(withReason(end, stringOf(member(delta, 'error'))));
  }

  private over(events: ReplyEvent[]): ReplyFrame {
    this.isOver = true;
    return { document: null, edits: [], events };
  }
}

/** In the provider's words, where it has some. */
const withReason = (end: ReturnType<typeof errorEvent>, message: string | undefined) =>
  message ? errorEvent({ message, code: end.code, type: null, param: null }) : end;
