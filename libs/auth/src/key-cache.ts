import type { OrganisationId } from '#kernel';
import type { StoredKey } from '#workloads';

const ENTRIES_MAX = 50_000; // Some 10 MB; more keys than that are rarely in use at once.
const KNOWN_MS = 30_000; // Revocation does not wait for this.
const UNKNOWN_MS = 5_000; // Spares the store a flood of one wrong key.

interface Entry {
  /** Undefined: the store does not know the key. */
  readonly key: StoredKey | undefined;
  readonly addedMs: number;
}

/** The longest known leave first, which a 30-second life makes as good as the least used. */
export class KeyCache {
  private readonly entries = new Map<string, Entry>();

  /** @param freshMs a shorter life than usual, for when revocations cannot be heard */
  find(digest: string, nowMs: number, freshMs: number): Entry | undefined {
    const entry = this.entries.get(digest);
    if (!entry) return undefined;
    const lifeMs = Math.min(entry.key ? KNOWN_MS : UNKNOWN_MS, freshMs);
    if (nowMs - entry.addedMs >= lifeMs) {
      this.entries.delete(digest);
      return undefined;
    }
    return entry;
  }

  add(digest: string, key: StoredKey | undefined, nowMs: number): void {
    this.entries.delete(digest);
    this.entries.set(digest, { key, addedMs: nowMs });
    if (this.entries.size <= ENTRIES_MAX) return;
    const oldest = this.entries.keys().next().value;
    if (oldest !== undefined) this.entries.delete(oldest);
  }

  /** An unknown key may be one that the organisation has just got, so those go as well. */
  forget(organisation: OrganisationId): void {
    for (const [digest, { key }] of this.entries) {
      if (!key || key.organisationId === organisation) this.entries.delete(digest);
    }
  }
}
