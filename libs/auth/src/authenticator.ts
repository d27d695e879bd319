import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { KeyPrincipal } from '#call';
import { Clock, failed, refuse } from '#kernel';
import {
  DatabaseDirectory,
  KeyHasher,
  KeyRepository,
  parseVirtualKey,
  type StoredKey,
} from '#workloads';
import { KeyCache } from './key-cache.js';

const STORE_TIMEOUT_MS = 2_000; // Longer than any healthy look-up; the caller is told to try again.
const STALE_MS = 5_000; // The poll that hears of revocations runs each second.
const FRESH_MS_WHEN_STALE = 1_000;

/** Tells who is calling from the key in the header. */
@Injectable()
export class Authenticator {
  private readonly cache = new KeyCache();
  private readonly pending = new Map<string, Promise<StoredKey | undefined>>();
  /** Changes of keys that were heard of: what was asked before one is not to be remembered after it. */
  private changes = 0;

  constructor(
    private readonly keys: KeyRepository,
    private readonly hasher: KeyHasher,
    private readonly directory: DatabaseDirectory,
    private readonly clock: Clock,
  ) {
    directory.onEpoch((name, organisation) => {
      if (name !== 'keys') return;
      this.changes++;
      this.cache.forget(organisation);
      this.pending.clear(); // Whose keys these are is known only when they are found.
    });
  }

  /**
   * @param text the virtual key, from wherever the caller's surface has it
   * @throws key_missing, key_unknown, auth_unavailable
   */
  async authenticate(text: string | undefined): Promise<KeyPrincipal> {
    if (!text) throw refuse('key_missing');
    // Kept under a digest: the cache must not be a list of keys to whoever reads the memory.
    const digest = hash('sha256', text, 'base64');
    const nowMs = this.clock.monotonicMs();
    const freshMs = this.directory.stalenessMs() > STALE_MS ? FRESH_MS_WHEN_STALE : Infinity;
    const known = this.cache.find(digest, nowMs, freshMs);
    const stored = known ? known.key : await this.look(text, digest);
    if (!stored || (stored.expiresAtMs ?? Infinity) <= this.clock.nowMs()) {
      throw refuse('key_unknown');
    }
    return this.principalOf(stored);
  }

  private async look(text: string, digest: string): Promise<StoredKey | undefined> {
    // A mistyped key has a wrong checksum: no need to ask the store.
    if (!parseVirtualKey(text)) return undefined;
    let pending = this.pending.get(digest);
    if (!pending) {
      pending = this.findAndRemember(text, digest);
      this.pending.set(digest, pending);
    }
    return pending;
  }

  private async findAndRemember(text: string, digest: string): Promise<StoredKey | undefined> {
    const asOf = this.changes;
    try {
      const key = await this.findKey(text);
      if (asOf === this.changes) this.cache.add(digest, key, this.clock.monotonicMs());
      return key;
    } finally {
      if (asOf === this.changes) this.pending.delete(digest);
    }
  }

  /** A store that cannot be read must not make a good key look bad. */
  private async findKey(text: string): Promise<StoredKey | undefined> {
    const timeout = new AbortController();
    try {
      return await Promise.race([
        this.keys.findActiveKeyByHash(this.hasher.hash(text)),
        this.clock.sleep(STORE_TIMEOUT_MS, timeout.signal).then(() => {
          throw new Error('the key store did not answer in time');
        }),
      ]);
    } catch (cause) {
      throw failed('auth_unavailable', { cause });
    } finally {
      timeout.abort();
    }
  }

  private principalOf(key: StoredKey): KeyPrincipal {
    const organisation = this.directory.organisation(key.organisationId);
    const workload = this.directory.workload(key.workloadId);
    // Made a moment ago on another replica: the next poll brings its settings.
    if (!organisation || !workload) throw failed('auth_unavailable');
    return { kind: 'key', keyId: key.id, organisation, workload };
  }
}
