/** What a reader found. `head` is the start line and the headers, without the empty line. */
export interface MessageHandler {
  onHead(head: string): void;
  onBody(piece: Buffer): void;
  onEnd(): void;
}

const NOTHING = Buffer.alloc(0);
const LINE_END = '\r\n';
const HEAD_END = '\r\n\r\n';
const NEEDS_MORE = -1;

/**
 * Reads HTTP/1.1 messages from the pieces that a socket delivers: requests for the mock upstream,
 * responses for the load generator. Both share a core with each other and must stay cheaper than
 * what they measure, hence no `node:http`. Bodies have a length or are chunked; nothing else.
 */
export class MessageReader {
  private state: 'head' | 'sized' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailer' = 'head';
  private rest: Buffer = NOTHING;
  private left = 0;
  private readonly handler: MessageHandler;

  constructor(handler: MessageHandler) {
    this.handler = handler;
  }

  /** @throws Error when the bytes are not a message of the two kinds above */
  read(piece: Buffer): void {
    const data = this.rest.length > 0 ? Buffer.concat([this.rest, piece]) : piece;
    this.rest = NOTHING;
    let at = 0;
    while (at < data.length) {
      const next = this.step(data, at);
      if (next === NEEDS_MORE) {
        this.rest = data.subarray(at);
        return;
      }
      at = next;
    }
  }

  private step(data: Buffer, at: number): number {
    switch (this.state) {
      case 'head':
        return this.readHead(data, at);
      case 'sized':
      case 'chunk':
        return this.readBody(data, at);
      case 'chunk-size':
        return this.readChunkSize(data, at);
      case 'chunk-end':
        if (data.length - at < LINE_END.length) return NEEDS_MORE;
        this.state = 'chunk-size';
        return at + LINE_END.length;
      case 'trailer':
        return this.readTrailer(data, at);
    }
  }

  private readHead(data: Buffer, at: number): number {
    const end = data.indexOf(HEAD_END, at, 'latin1');
    if (end < 0) return NEEDS_MORE;
    const head = data.toString('latin1', at, end);
    this.handler.onHead(head);
    if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
      this.state = 'chunk-size';
    } else {
      this.left = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
      if (this.left > 0) this.state = 'sized';
      else this.end();
    }
    return end + HEAD_END.length;
  }

  private readBody(data: Buffer, at: number): number {
    const end = Math.min(data.length, at + this.left);
    this.left -= end - at;
    this.handler.onBody(at === 0 && end === data.length ? data : data.subarray(at, end));
    if (this.left === 0) {
      if (this.state === 'sized') this.end();
      else this.state = 'chunk-end';
    }
    return end;
  }

  private readChunkSize(data: Buffer, at: number): number {
    const end = data.indexOf(LINE_END, at, 'latin1');
    if (end < 0) return NEEDS_MORE;
    const size = Number.parseInt(data.toString('latin1', at, end), 16);
    if (Number.isNaN(size)) throw new Error('A chunk without a size.');
    this.left = size;
    this.state = size === 0 ? 'trailer' : 'chunk';
    return end + LINE_END.length;
  }

  /** Trailer fields are passed over; the empty line ends the message. */
  private readTrailer(data: Buffer, at: number): number {
    const end = data.indexOf(LINE_END, at, 'latin1');
    if (end < 0) return NEEDS_MORE;
    if (end === at) this.end();
    return end + LINE_END.length;
  }

  private end(): void {
    this.state = 'head';
    this.handler.onEnd();
  }
}
