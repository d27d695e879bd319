import { randomBytes } from 'node:crypto';

/** Randomness as a collaborator. The only file that draws random bytes. */
export abstract class Entropy {
  abstract bytes(count: number): Buffer;
}

const POOL_BYTES = 8192; // One system call serves some hundred ids; a call needs 10 to 48 bytes.

export class SystemEntropy extends Entropy {
  private pool = Buffer.alloc(0);
  private used = 0;

  /** The bytes are the caller's own: no later call hands them out again. */
  bytes(count: number): Buffer {
    if (count > POOL_BYTES) return randomBytes(count);
    if (this.used + count > this.pool.length) {
      this.pool = randomBytes(POOL_BYTES);
      this.used = 0;
    }
    this.used += count;
    return this.pool.subarray(this.used - count, this.used);
  }
}
