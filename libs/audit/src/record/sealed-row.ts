import type { Charge } from '#call';
import type { Entry } from '../entry/entry.js';
import { writeEntry } from '../entry/write-entry.js';
import { type Hash, leafOf } from '../log/hashes.js';

/** One call on its way into the log: the entry, its leaf, and what goes with it. */
export interface SealedRow {
  readonly id: string;
  readonly organisationId: string;
  /** An intent must be there and is resolved by this row; a refusal has none. */
  readonly hasIntent: boolean;
  readonly entry: Buffer;
  readonly leaf: Hash;
  /** Null when the entry makes no commitment. */
  readonly salt: Buffer | null;
  /** Becomes the ledger entry; null for a refusal, which costs nothing. */
  readonly charge: Pick<Charge, 'kind' | 'nano' | 'priceVersion'> | null;
}

export const rowOf = (
  entry: Entry,
  given: Pick<SealedRow, 'hasIntent' | 'salt' | 'charge'>,
): SealedRow => ({
  id: entry.id,
  organisationId: entry.org,
  ...leafOf(writeEntry(entry)),
  ...given,
});
