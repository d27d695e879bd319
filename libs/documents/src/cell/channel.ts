import type { Socket } from 'node:net';
import { deserialize, serialize } from 'node:v8';
import { MESSAGE_BYTES_MAX } from '../limits.js';

/** Of the length, big-endian, before each message. */
const LENGTH_BYTES = 4;

export interface ChannelListener {
  readonly onMessage: (message: unknown) => void;
  /** The other end is gone, or has said what no message is. */
  readonly onClosed: () => void;
}

/** Messages between two of our processes over a socket, as V8 writes values: plain data and bytes. */
export class Channel {
  private readonly length = Buffer.alloc(LENGTH_BYTES);
  private lengthFilled = 0;
  /** What is arriving, once its length is there. */
  private message: Buffer | undefined;
  private filled = 0;

  constructor(
    private readonly socket: Socket,
    private readonly listener: ChannelListener,
  ) {
    socket.on('data', (piece: Buffer) => this.take(piece));
    socket.on('error', () => undefined); // It closes, which says as much.
    socket.on('close', () => listener.onClosed());
  }

  /** Resolves when it went out, or cannot any more: the end tells that. */
  send(message: unknown): Promise<void> {
    return new Promise((resolve) => {
      if (!this.socket.writable) return resolve();
      const bytes = serialize(message);
      const length = Buffer.allocUnsafe(LENGTH_BYTES);
      length.writeUInt32BE(bytes.length);
      this.socket.cork();
      this.socket.write(length);
      this.socket.write(bytes, () => resolve());
      this.socket.uncork();
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private take(piece: Buffer): void {
    for (let at = 0; at < piece.length && !this.socket.destroyed;) {
      if (this.message) {
        const taken = piece.copy(this.message, this.filled, at);
        at += taken;
        this.filled += taken;
        if (this.filled === this.message.length) this.finish(this.message);
      } else {
        this.length[this.lengthFilled++] = piece[at++] ?? 0;
        if (this.lengthFilled === LENGTH_BYTES) this.begin();
      }
    }
  }

  private begin(): void {
    this.lengthFilled = 0;
    this.filled = 0;
    const bytes = this.length.readUInt32BE();
    if (bytes === 0 || bytes > MESSAGE_BYTES_MAX) return this.close();
    // Memory that nothing was written to yet is none: who lies about a length costs nothing.
    this.message = Buffer.allocUnsafeSlow(bytes);
  }

  private finish(bytes: Buffer): void {
    this.message = undefined;
    let message: unknown;
    try {
      message = deserialize(bytes);
    } catch {
      return this.close(); // Whoever wrote it is no process of ours any more.
    }
    this.listener.onMessage(message);
  }
}
