import { failed } from '#kernel';

export interface SseEvent {
  /** The `event:` line; empty when there was none. */
  readonly name: string;
  /** The data lines, joined by line feeds. */
  readonly data: string;
  /**
   * The stream ended before the blank line that closes an event, so `data` may be a part only. At
   * most the last event is cut.
   */
  readonly isCut: boolean;
}

/** An image in base64 takes some 6 MB; past this a provider is broken or hostile. */
export const SSE_EVENT_BYTES_MAX = 16 * 1024 * 1024;

/** The tail's buffer is used again up to here; one large event should not hold memory for long. */
const TAIL_KEPT_BYTES_MAX = 64 * 1024;

const NO_BYTES: Buffer = Buffer.alloc(0);
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const BOM = 0xfeff;

/**
 * Bytes in, events out. A chunk is cut at its last line end and what stands before it is decoded
 * in one go: that is several times faster than decoding line by line, and since no UTF-8 sequence
 * spans a line end, no character is ever split.
 */
export class SseParser {
  /** Bytes after the last line end; copied, since the source may use its buffer again. */
  private tail = NO_BYTES;
  private tailBytes = 0;
  private name = '';
  private data: string | undefined;
  private isStart = true;
  private endedInCr = false;

  /** What has come of an event that is not whole yet. */
  get heldBytes(): number {
    return this.tailBytes + (this.data?.length ?? 0);
  }

  /** @throws upstream_failed when an event is larger than `SSE_EVENT_BYTES_MAX` */
  push(chunk: Uint8Array): readonly SseEvent[] {
    let bytes = Buffer.isBuffer(chunk)
      ? chunk
      : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (bytes.length === 0) return [];
    if (this.endedInCr && bytes[0] === LF) bytes = bytes.subarray(1); // The second half of a CRLF.
    this.endedInCr = false;
    const end = endOfLines(bytes);
    if (end === 0) {
      this.keep(bytes);
      return [];
    }
    this.endedInCr = bytes.at(-1) === CR;
    const lines = this.takeTail(bytes.subarray(0, end));
    this.keep(bytes.subarray(end));
    const events: SseEvent[] = [];
    this.readLines(lines, events);
    return events;
  }

  /** What was left unfinished, if it was more than a comment or a line end. */
  end(): SseEvent | undefined {
    const line = this.takeTail(NO_BYTES);
    if (line !== '') this.readLines(`${line}\n`, []);
    const hasPiece = line.trim() !== '' && !line.startsWith(':');
    if (this.data === undefined && this.name === '' && !hasPiece) return undefined;
    return { name: this.name, data: this.data ?? '', isCut: true };
  }

  private keep(bytes: Buffer): void {
    const size = this.tailBytes + bytes.length;
    this.guardSize(size);
    if (size > this.tail.length) {
      const larger = Buffer.allocUnsafe(Math.max(size, 2 * this.tail.length));
      this.tail.copy(larger, 0, 0, this.tailBytes);
      this.tail = larger;
    }
    bytes.copy(this.tail, this.tailBytes);
    this.tailBytes = size;
  }

  private takeTail(bytes: Buffer): string {
    if (this.tailBytes === 0) return bytes.toString('utf8');
    this.keep(bytes);
    const text = this.tail.toString('utf8', 0, this.tailBytes);
    this.tailBytes = 0;
    if (this.tail.length > TAIL_KEPT_BYTES_MAX) this.tail = NO_BYTES;
    return text;
  }

  /** Reads whole lines only: the text ends in a line end. */
  private readLines(block: string, events: SseEvent[]): void {
    // JSON escapes carriage returns, so a raw one is always a line end.
    const text = block.includes('\r') ? block.replaceAll(/\r\n?/g, '\n') : block;
    let at = this.isStart && text.charCodeAt(0) === BOM ? 1 : 0;
    this.isStart = false;
    while (at < text.length) {
      const end = text.indexOf('\n', at);
      if (end === at) this.dispatch(events);
      else this.readLine(text, at, end);
      at = end + 1;
    }
  }

  private dispatch(events: SseEvent[]): void {
    if (this.data !== undefined) events.push({ name: this.name, data: this.data, isCut: false });
    this.data = undefined;
    this.name = '';
  }

  private readLine(text: string, start: number, end: number): void {
    if (text.startsWith('data:', start)) this.addData(valueAt(text, start + 5, end));
    else if (text.startsWith('event:', start)) this.name = valueAt(text, start + 6, end);
    else if (text.slice(start, end) === 'data') this.addData('');
    // Comments, `id`, `retry` and unknown fields mean nothing to a gateway.
  }

  private addData(value: string): void {
    this.data = this.data === undefined ? value : `${this.data}\n${value}`;
    this.guardSize(this.data.length);
  }

  private guardSize(size: number): void {
    if (size <= SSE_EVENT_BYTES_MAX) return;
    throw failed('upstream_failed', {
      message: `The provider sent an event of more than ${SSE_EVENT_BYTES_MAX / 1_048_576} MiB.`,
      gw: { cause: 'malformed' },
    });
  }
}

/** Most chunks end with an event, which spares the search. */
const endOfLines = (bytes: Buffer): number =>
  bytes.at(-1) === LF ? bytes.length : Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR)) + 1;

const valueAt = (text: string, start: number, end: number): string =>
  text.slice(text.charCodeAt(start) === SPACE ? start + 1 : start, end);
