import type { JsonDocument } from '#kernel';
import type { StreamReader } from '../codec.js';
import { CUT, MALFORMED } from '../errors/error-event.js';
import type { ReplyEvent, ReplyFrame } from '../reply.js';
import { isDoneMarker, readPayload } from '../sse/read-payload.js';
import type { StreamEvent } from '../event-parser.js';
import { FrameReader } from './read-frame.js';

/** Decodes a stream of responses. It has no end of its own: the last frame is that of `end`, or an error. */
export class GeminiStreamReader implements StreamReader {
  isOver = false;
  private readonly reader = new FrameReader();

  read(event: StreamEvent, payload?: JsonDocument | null): ReplyFrame | undefined {
    const document = payload === undefined ? readPayload(event.data) : payload;
    if (document && (document.root.kind === 'object' || document.root.kind === 'array')) {
      const events: ReplyEvent[] = [];
      this.reader.read(document, events);
      if (events.at(-1)?.type === 'error') return this.over(document, events);
      return { document, edits: [], events };
    }
    // A cut event is judged at the end of the stream; some proxies end with a marker of their own.
    if (event.isCut || event.data.trim() === '') return undefined;
    if (isDoneMarker(event.data)) return this.end();
    return this.over(null, [MALFORMED]);
  }

  /** Complete only if every candidate had said why it ended. */
  end(): ReplyFrame | undefined {
    if (this.isOver) return undefined;
    return this.over(null, [this.reader.isComplete ? { type: 'done' } : CUT]);
  }

  private over(document: JsonDocument | null, events: ReplyEvent[]): ReplyFrame {
    this.isOver = true;
    return { document, edits: [], events };
  }
}
