import { crc32 } from 'node:zlib';
import { guardEventBytes, malformed, type EventParser, type StreamEvent } from '../event-parser.js';
import { bufferOf, HeldBytes } from '../held-bytes.js';
import { readHeaders } from './read-headers.js';

/** Length of the frame, length of its headers, and the checksum of these two: 32 bits each. */
const PRELUDE_BYTES = 12;
const CHECKSUM_BYTES = 4;
const FRAME_BYTES_MIN = PRELUDE_BYTES + CHECKSUM_BYTES;

/**
 * Reads `application/vnd.amazon.eventstream`. A frame is its prelude, headers, payload, and the
 * checksum of all that; both checksums must be right. The name of an event is its type, or the word
 * of the exception that came in its place.
 */
export class EventStreamParser implements EventParser {
  private readonly held = new HeldBytes();
  /** Bytes without which the next frame, or its prelude, is not whole. */
  private needed = PRELUDE_BYTES;

  get heldBytes(): number {
    return this.held.size;
  }

  push(chunk: Uint8Array): readonly StreamEvent[] {
    let bytes = bufferOf(chunk);
    if (this.held.size > 0) {
      this.held.add(bytes);
      if (this.held.size < this.needed) return [];
      bytes = this.held.take();
    }
    const events: StreamEvent[] = [];
    let at = 0;
    this.needed = neededAt(bytes, at);
    while (bytes.length - at >= this.needed) {
      const end = at + this.needed;
      const frame = bytes.subarray(at, end);
      events.push(readFrame(frame));
      at = end;
      this.needed = neededAt(bytes, at);
    }
    this.held.add(bytes.subarray(at));
    return events;
  }

  end(): StreamEvent | undefined {
    return this.held.size > 0 ? { name: '', data: '', isCut: true } : undefined;
  }
}

/** Of the frame that begins there; of its prelude, while that is not whole. */
function neededAt(bytes: Buffer, at: number): number {
  if (bytes.length - at < PRELUDE_BYTES) return PRELUDE_BYTES;
  if (crc32(bytes.subarray(at, at + 8)) !== bytes.readUInt32BE(at + 8)) throw damaged();
  const size = bytes.readUInt32BE(at);
  guardEventBytes(size);
  if (size < FRAME_BYTES_MIN + bytes.readUInt32BE(at + 4)) throw damaged();
  return size;
}

function readFrame(frame: Buffer): StreamEvent {
  const end = frame.length - CHECKSUM_BYTES;
  if (crc32(frame.subarray(0, end)) !== frame.readUInt32BE(end)) throw damaged();
  const payloadStart = PRELUDE_BYTES + frame.readUInt32BE(4);
  const headers = readHeaders(frame.subarray(PRELUDE_BYTES, payloadStart));
  if (!headers) throw damaged();
  const payload = frame.toString('utf8', payloadStart, end);
  const error = headers.get(':error-code');
  // An error of the transport has its words in the headers, and no payload.
  const data = error === undefined ? payload : errorPayload(headers.get(':error-message'));
  const name = headers.get(':event-type') ?? headers.get(':exception-type') ?? error ?? '';
  return { name, data, isCut: false };
}

const errorPayload = (message = ''): string => JSON.stringify({ message });

const damaged = () => malformed('a damaged event stream');
