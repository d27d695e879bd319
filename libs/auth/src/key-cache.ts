import type { OrganisationId } from '#kernel';
import type { StoredKey } from '#workloads';

const KNOWN_MAX = 50_000; // Some 10 MB; more keys than that are rarely in use at once.
const KNOWN_MS = 30_000; // Revocation does not wait for this.
const UNKNOWN_MAX = 10_000; // Apart, so that a flood of unknown keys does not drive out the known.
const UNKNOWN_MS = 5_000; // Spares the store a flood of one wrong key.

interface Entry {
  /** Undefined: the store does not know the key. */
  readonly key: StoredKey | undefined;
  readonly addedMs: number;
}

/** The longest known leave first, which a 30-second life makes as good as the least used. */
export class KeyCache {
  private readonly known = new Map<string, { key: StoredKey; addedMs: number }>();
  /** When each of them was last asked for in vain. */
  private readonly unknown = new Map<string, number>();

  /** @param freshMs a shorter life than usual, for when revocations cannot be heard */
  find(digest: string, nowMs: number, freshMs: number): Entry | undefined {
    const entry = this.known.get(digest);
    if (entry) return nowMs - entry.addedMs < Math.min(KNOWN_MS, freshMs) ? entry : undefined;
    const addedMs = this.unknown.get(digest);
    if (addedMs === undefined) return undefined;
    if (nowMs - addedMs < Math.min(UNKNOWN_MS, freshMs)) return { key: undefined, addedMs };
    this.unknown.delete(digest);
    return undefined;
  }

  /** The store has known it before, whether or not it still does. */
  hasKnown(digest: string): boolean {
    return this.known.has(digest);
  }

  add(digest: string, key: StoredKey | undefined, nowMs: number): void {
    this.known.delete(digest);
    this.unknown.delete(digest);
    if (key) addBounded(this.known, KNOWN_MAX, digest, { key, addedMs: nowMs });
    else addBounded(this.unknown, UNKNOWN_MAX, digest, nowMs);
  }

  /** An unknown key may be one that the organisation has just got, so those go as well. */
  forget(organisation: OrganisationId): void {
    this.unknown.clear();
    for (const entry of this.known.values()) {
      if (entry.key.organisationId === organisation) entry.addedMs = -Infinity;
    }
  }
}

function addBounded<Value>(
  entries: Map<string, Value>,
  entriesMax: number,
  key: string,
  value: Value,
): void {
  entries.set(key, value);
  if (entries.size <= entriesMax) return;
  const oldest = entries.keys().next().value;
  if (oldest !== undefined) entries.delete(oldest);
}
