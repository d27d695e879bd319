import { guardEventBytes, type EventParser, type StreamEvent } from '../event-parser.js';
import { bufferOf, HeldBytes } from '../held-bytes.js';

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const BOM = 0xfeff;
const NO_BYTES: Buffer = Buffer.alloc(0);

/**
 * Bytes in, events out. A chunk is cut at its last line end and what stands before it is decoded
 * in one go: that is several times faster than decoding line by line, and since no UTF-8 sequence
 * spans a line end, no character is ever split.
 */
export class SseParser implements EventParser {
  /** Bytes after the last line end. */
  private readonly tail = new HeldBytes();
  private name = '';
  private data: string | undefined;
  /** Further data lines, put together once for each chunk: line by line they cost far more to read. */
  private more: string[] = [];
  private dataChars = 0;
  private isStart = true;
  private endedInCr = false;

  get heldBytes(): number {
    return this.tail.size + this.dataChars;
  }

  push(chunk: Uint8Array): readonly StreamEvent[] {
    let bytes = bufferOf(chunk);
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
    const events: StreamEvent[] = [];
    this.readLines(lines, events);
    return events;
  }

  /** More than a comment or a line end. */
  end(): StreamEvent | undefined {
    const line = this.takeTail(NO_BYTES);
    if (line !== '') this.readLines(`${line}\n`, []);
    const hasPiece = line.trim() !== '' && !line.startsWith(':');
    if (this.data === undefined && this.name === '' && !hasPiece) return undefined;
    return { name: this.name, data: this.data ?? '', isCut: true };
  }

  private keep(bytes: Buffer): void {
    guardEventBytes(this.tail.size + bytes.length);
    this.tail.add(bytes);
  }

  private takeTail(bytes: Buffer): string {
    if (this.tail.size === 0) return bytes.toString('utf8');
    this.keep(bytes);
    return this.tail.take().toString('utf8');
  }

  /** Reads whole lines only: the text ends in a line end. */
  private readLines(block: string, events: StreamEvent[]): void {
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
    this.joinData();
  }

  private joinData(): void {
    if (this.more.length === 0) return;
    this.data = `${this.data}\n${this.more.join('\n')}`;
    this.more = [];
  }

  private dispatch(events: StreamEvent[]): void {
    this.joinData();
    if (this.data !== undefined) events.push({ name: this.name, data: this.data, isCut: false });
    this.data = undefined;
    this.dataChars = 0;
    this.name = '';
  }

  private readLine(text: string, start: number, end: number): void {
    if (text.startsWith('data:', start)) this.addData(valueAt(text, start + 5, end));
    else if (text.startsWith('event:', start)) this.name = valueAt(text, start + 6, end);
    else if (text.slice(start, end) === 'data') this.addData('');
    // Comments, `id`, `retry` and unknown fields mean nothing to a gateway.
  }

  private addData(value: string): void {
    if (this.data === undefined) this.data = value;
    else this.more.push(value);
    this.dataChars += value.length + 1;
    guardEventBytes(this.dataChars);
  }
}

/** Most chunks end with an event, which spares the search. */
const endOfLines = (bytes: Buffer): number =>
  bytes.at(-1) === LF ? bytes.length : Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR)) + 1;

const valueAt = (text: string, start: number, end: number): string =>
  text.slice(text.charCodeAt(start) === SPACE ? start + 1 : start, end);
