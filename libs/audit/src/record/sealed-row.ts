import type { Charge } from '#call';
import type { Entry } from '../entry/entry.js';
import { writeEntry } from '../entry/write-entry.js';
import { type Hash, leafOf } from '../log/hashes.js';

/** One call on its way into the log: the entry, its leaf, and what goes with it. */
export interface SealedRow {
  readonly entry: Entry;
  /** The entry as it is sealed. */
  readonly bytes: Buffer;
  readonly leaf: Hash;
  /** An intent must be there and is resolved by this row; a refusal has none. */
  readonly hasIntent: boolean;
  /** Null when the entry makes no commitment. */
  readonly salt: Buffer | null;
  /** By which the salts of one person are found, kept beside the salt; where the caller named one. */
  readonly endUser?: Buffer | null;
  /** Becomes the ledger entry, at the entry's price; null for a refusal, which costs nothing. */
  readonly charge: { readonly kind: Charge['kind'] | 'adjust' } | null;
}

export const rowOf = (
  entry: Entry,
  given: Pick<SealedRow, 'hasIntent' | 'salt' | 'charge' | 'endUser'>,
): SealedRow => ({ entry, ...leafOf(writeEntry(entry)), ...given });
