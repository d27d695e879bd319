/** The buffer is used again up to here; one large event should not hold memory for long. */
const KEPT_BYTES_MAX = 64 * 1024;

const NO_BYTES: Buffer = Buffer.alloc(0);

/** Bytes that wait for more, in one buffer that doubles; copied, since the source may use its own again. */
export class HeldBytes {
  size = 0;
  private buffer = NO_BYTES;

  add(bytes: Buffer): void {
    const size = this.size + bytes.length;
    if (size > this.buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(size, 2 * this.buffer.length));
      this.buffer.copy(larger, 0, 0, this.size);
      this.buffer = larger;
    }
    bytes.copy(this.buffer, this.size);
    this.size = size;
  }

  /** All of them. They stay valid until the next ones are added. */
  take(): Buffer {
    const bytes = this.buffer.subarray(0, this.size);
    this.size = 0;
    if (this.buffer.length > KEPT_BYTES_MAX) this.buffer = NO_BYTES;
    return bytes;
  }
}

/** The same bytes as a buffer, without a copy. */
export const bufferOf = (chunk: Uint8Array): Buffer =>
  Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
