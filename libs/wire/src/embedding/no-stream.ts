import type { StreamReader } from '../codec.js';
import { MALFORMED } from '../errors/error-event.js';
import type { ReplyFrame } from '../reply.js';

/** For formats whose answers are whole: whatever comes in events is none of them. */
export class NoStreamReader implements StreamReader {
  isOver = false;

  read(): ReplyFrame {
    this.isOver = true;
    return { document: null, edits: [], events: [NO_STREAM] };
  }

  end(): ReplyFrame | undefined {
    return this.isOver ? undefined : this.read();
  }
}

const NO_STREAM = { ...MALFORMED, message: 'The provider sent a stream where none was asked for.' };
