import { member, stringOf, type JsonDocument, type JsonNode } from '#kernel';
import { CUT, errorEvent, MALFORMED } from '../errors/error-event.js';
import { errorOf, readErrorBody } from '../errors/read-error-body.js';
import { nativeUsageEvents } from '../native/read-usage.js';
import type { StreamReader } from '../codec.js';
import type { ReplyEvent, ReplyFrame } from '../reply.js';
import { isDoneMarker, readPayload } from '../sse/read-payload.js';
import type { StreamEvent } from '../event-parser.js';
import { readFinish } from './finish.js';
import { CONTENT, Items, placeIn } from './items.js';

/** Decodes the events of a response. The last frame, and no other, has `done` or `error`. */
export class ResponsesStreamReader implements StreamReader {
  isOver = false;
  private readonly items = new Items();
  private hasStarted = false;

  read(event: StreamEvent, payload?: JsonDocument | null): ReplyFrame | undefined {
    const document = payload === undefined ? readPayload(event.data) : payload;
    if (document?.root.kind === 'object') return this.readDocument(document, event.name);
    // A cut event is judged at the end of the stream; some servers end with the chat format's marker.
    if (event.isCut || event.data.trim() === '') return undefined;
    if (isDoneMarker(event.data)) return this.end();
    return this.over(null, '', [MALFORMED]);
  }

  /** Only an event that says how it ended ends a response. */
  end(): ReplyFrame | undefined {
    return this.isOver ? undefined : this.over(null, '', [CUT]);
  }

  private readDocument(document: JsonDocument, eventName: string): ReplyFrame {
    const { root } = document;
    const type = stringOf(member(root, 'type')) ?? eventName;
    const response = member(root, 'response');
    const events: ReplyEvent[] = [];
    switch (type) {
      case 'response.completed':
      case 'response.incomplete':
        return this.over(document, eventName, this.lastEvents(response, document));
      case 'response.failed':
      case 'response.cancelled': {
        const body = (response && readErrorBody(response)) ?? errorOf(undefined);
        return this.over(document, eventName, [...nativeUsageEvents(document), errorEvent(body)]);
      }
      case 'error':
        return this.over(document, eventName, [errorEvent(readErrorBody(root) ?? errorOf(root))]);
      default: {
        const error = type.startsWith('response.') ? undefined : readErrorBody(root);
        if (error) return this.over(document, eventName, [errorEvent(error)]);
      }
    }
    if (response && !this.hasStarted) this.start(response, events);
    this.readPiece(type, document, events);
    events.push(...nativeUsageEvents(document));
    return frameOf(document, eventName, events);
  }

  private start(response: JsonNode, events: ReplyEvent[]): void {
    this.hasStarted = true;
    events.push({ type: 'start', id: stringOf(member(response, 'id')) ?? '' });
  }

  private readPiece(type: string, document: JsonDocument, events: ReplyEvent[]): void {
    const { root } = document;
    const { items } = this;
    const place = placeIn(root, 'output_index');
    const at = placeIn(root, 'content_index');
    const item = member(root, 'item');
    const delta = member(root, 'delta');
    switch (type) {
      case 'response.output_item.added':
        return items.begin(place, item, events);
      case 'response.output_item.done':
        return item && items.end(place, item, document, events);
      case 'response.output_text.delta':
        return items.piece(place, at, 'text', delta, events);
      case 'response.output_text.done':
        return items.wholeText(place, at, 'text', member(root, 'text'), events);
      case 'response.refusal.delta':
        return items.piece(place, at, 'refusal', delta, events);
      case 'response.refusal.done':
        return items.wholeText(place, at, 'refusal', member(root, 'refusal'), events);
      case 'response.reasoning_summary_text.delta':
        return items.piece(place, placeIn(root, 'summary_index'), 'thinking', delta, events);
      case 'response.reasoning_text.delta':
        return items.piece(place, CONTENT + at, 'thinking', delta, events);
      case 'response.function_call_arguments.delta':
        return items.input(place, 'args', delta, events);
      case 'response.function_call_arguments.done':
        return items.wholeInput(place, 'args', member(root, 'arguments'), events);
      case 'response.custom_tool_call_input.delta':
        return items.input(place, 'text', delta, events);
      case 'response.custom_tool_call_input.done':
        return items.wholeInput(place, 'text', member(root, 'input'), events);
      default: // Borders, tools that the provider runs, and what is newer than this.
    }
  }

  private lastEvents(response: JsonNode | undefined, document: JsonDocument): ReplyEvent[] {
    const events: ReplyEvent[] = [];
    if (response && !this.hasStarted) this.start(response, events);
    this.items.endAll(member(response, 'output'), document, events);
    this.items.parts.endAll(events);
    const { parts, hasRefused } = this.items;
    const reason = readFinish(response, { hasCalls: parts.hasCalls, hasRefused });
    events.push({ type: 'finish', choice: 0, reason });
    return [...events, ...nativeUsageEvents(document), { type: 'done' }];
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
