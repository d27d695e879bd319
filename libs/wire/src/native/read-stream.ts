import type { JsonDocument } from '#kernel';
import { CUT } from '../errors/error-event.js';
import type { StreamReader } from '../codec.js';
import type { ReplyEvent, ReplyFrame } from '../reply.js';
import { isDoneMarker, readPayload } from '../sse/read-payload.js';
import type { StreamEvent } from '../event-parser.js';
import { nativeUsageEvents } from './read-usage.js';

/**
 * Server-sent events of any other format, forwarded as they are; only usage is read. Such formats
 * need no end marker, so the end of the stream is `done`, unless it comes in the middle of an
 * event.
 */
export class NativeStreamReader implements StreamReader {
  isOver = false;

  read({ name, data, isCut }: StreamEvent, payload?: JsonDocument | null): ReplyFrame {
    const named = name === '' ? {} : { name };
    if (isDoneMarker(data)) return this.over({ raw: data }, { type: 'done' });
    const document = payload === undefined ? readPayload(data) : payload;
    if (!document) {
      return isCut
        ? this.over({}, CUT)
        : { ...named, document: null, raw: data, edits: [], events: [] };
    }
    return { ...named, document, edits: [], events: nativeUsageEvents(document) };
  }

  end(): ReplyFrame | undefined {
    return this.isOver ? undefined : this.over({}, { type: 'done' });
  }

  private over(raw: { readonly raw?: string }, event: ReplyEvent): ReplyFrame {
    this.isOver = true;
    return { ...raw, document: null, edits: [], events: [event] };
  }
}
