import { hash, type BinaryToTextEncoding } from 'node:crypto';
import { sha256 } from './sha256.js';

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const SCRATCH_BYTES = 64 * 1_024; // A longer message gets a buffer of its own.

// Reused by every digest: nothing waits in between.
const inner = Buffer.alloc(SCRATCH_BYTES);
const outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES);

/**
 * HMAC-SHA-256 (RFC 2104) over one-shot hashes: 1 µs for a short message, and nothing left to
 * collect, where `createHmac` needs 2 µs and an object. A call makes several.
 */
export class HmacSha256 {
  private readonly innerPad: Buffer;
  private readonly outerPad: Buffer;

  constructor(key: Uint8Array) {
    const block = key.length > BLOCK_BYTES ? sha256(key) : key;
    this.innerPad = padded(block, 0x36);
    this.outerPad = padded(block, 0x5c);
  }

  digest(message: string | Uint8Array): Buffer {
    return Buffer.from(this.text(message, 'binary'), 'binary');
  }

  /** The digest as text, which spares its buffer. */
  text(message: string | Uint8Array, encoding: BinaryToTextEncoding): string {
    outer.set(this.outerPad);
    outer.write(hash('sha256', this.innerInput(message), 'binary'), BLOCK_BYTES, 'binary');
    return hash('sha256', outer, encoding);
  }

  private innerInput(message: string | Uint8Array): Buffer {
    const bytes = typeof message === 'string' ? Buffer.byteLength(message) : message.length;
    const size = BLOCK_BYTES + bytes;
    const input = size <= SCRATCH_BYTES ? inner.subarray(0, size) : Buffer.allocUnsafe(size);
    input.set(this.innerPad);
    if (typeof message === 'string') input.write(message, BLOCK_BYTES);
    else input.set(message, BLOCK_BYTES);
    return input;
  }
}

function padded(key: Uint8Array, mask: number): Buffer {
  const pad = Buffer.alloc(BLOCK_BYTES, mask);
  for (let index = 0; index < key.length; index++) pad[index] = mask ^ (key[index] ?? 0);
  return pad;
}
