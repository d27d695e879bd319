import { hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/**
 * The instance's master key and everything derived from it: one secret to keep, one to back up.
 * Purposes are separated by HKDF-SHA-256, so no derived key tells anything about another.
 */
export class InstanceSecrets {
  constructor(private readonly masterKey: Buffer) {}

  /** 32 bytes, the same for the same purpose on every replica. */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.masterKey, 'gw/v1', purpose, KEY_BYTES));
  }
}
