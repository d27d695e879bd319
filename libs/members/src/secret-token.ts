import { createHash } from 'node:crypto';
import type { Entropy } from '#kernel';

const TOKEN_BYTES = 32;

/** 256 random bits as text: they cannot be guessed, so a plain hash of them may be stored. */
export const makeToken = (entropy: Entropy): string =>
  entropy.bytes(TOKEN_BYTES).toString('base64url');

const CODES = 1_000_000;
const FAIR_BELOW = Math.floor(2 ** 32 / CODES) * CODES; // Above it, some codes would come more often.

/** Six digits, each code as likely as any other. */
export function makeCode(entropy: Entropy): string {
  for (;;) {
    const drawn = entropy.bytes(4).readUInt32BE();
    if (drawn < FAIR_BELOW) return String(drawn % CODES).padStart(6, '0');
  }
}

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
