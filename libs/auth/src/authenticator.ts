import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { KeyPrincipal } from '#call';
import { Clock, failed, prefixOf, refuse } from '#kernel';
import {
  DatabaseDirectory,
  KeyHasher,
  KeyRepository,
  KeyUses,
  parseVirtualKey,
  type StoredKey,
} from '#workloads';
import { FailureLimit } from './failure-limit.js';
import { KeyCache } from './key-cache.js';

const STORE_TIMEOUT_MS = 2_000; // Longer than any healthy look-up; the caller is told to try again.
const STALE_MS = 5_000; // The poll that hears of revocations runs each second.
const FRESH_MS_WHEN_STALE = 1_000;
// Look-ups of keys that turn out to be unknown: a person who tries a list of old keys stays below.
const FAILURES_MAX = 30;
const FAILURE_EACH_MS = 1_000;
// The same over all addresses, of which an attacker may have many.
const ALL_FAILURES_MAX = 200;
const ALL_FAILURE_EACH_MS = 20;
const EVERYWHERE = '';

/** Tells who is calling from the key in the header. */
@Injectable()
export class Authenticator {
  private readonly cache = new KeyCache();
  private readonly failures = new FailureLimit(FAILURES_MAX, FAILURE_EACH_MS);
  private readonly allFailures = new FailureLimit(ALL_FAILURES_MAX, ALL_FAILURE_EACH_MS);
  private readonly pending = new Map<string, Promise<StoredKey | undefined>>();
  /** Changes of keys that were heard of: what was asked before one is not to be remembered after it. */
  private changes = 0;

  constructor(
    private readonly keys: KeyRepository,
    private readonly hasher: KeyHasher,
    private readonly directory: DatabaseDirectory,
    private readonly uses: KeyUses,
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
   * @param address of the caller, asked for where one that is unknown is counted
   * @throws key_missing, key_unknown, keys_limited, auth_unavailable
   */
  async authenticate(text: string | undefined, address: () => string): Promise<KeyPrincipal> {
    if (!text) throw refuse('key_missing');
    // Kept under a digest: the cache must not be a list of keys to whoever reads the memory.
    const digest = hash('sha256', text, 'base64');
    const nowMs = this.clock.monotonicMs();
    const freshMs = this.directory.stalenessMs() > STALE_MS ? FRESH_MS_WHEN_STALE : Infinity;
    const known = this.cache.find(digest, nowMs, freshMs);
    const stored = known ? known.key : await this.look(text, digest, address);
    if (!stored || (stored.expiresAtMs ?? Infinity) <= this.clock.nowMs()) {
      throw refuse('key_unknown');
    }
    const principal = this.principalOf(stored);
    this.uses.note(stored.id, this.clock.nowMs());
    return principal;
  }

  private async look(
    text: string,
    digest: string,
    address: () => string,
  ): Promise<StoredKey | undefined> {
    // A mistyped key has a wrong checksum: no need to ask the store.
    if (!parseVirtualKey(text)) return undefined;
    let pending = this.pending.get(digest);
    if (!pending) {
      // Whoever floods must not lock out a neighbour whose key was good a while ago.
      const forgive = this.cache.hasKnown(digest) ? undefined : this.countFailure(address());
      pending = this.findAndRemember(text, digest);
      this.pending.set(digest, pending);
      if (forgive) void pending.then((key) => key && forgive(), forgive);
    }
    return pending;
  }

  /** A look-up counts as failed until it has found a key, or could not be made. @throws keys_limited */
  private countFailure(address: string): () => void {
    const prefix = prefixOf(address);
    const nowMs = this.clock.monotonicMs();
    const seconds =
      this.failures.tryAgain(prefix, nowMs) || this.allFailures.tryAgain(EVERYWHERE, nowMs);
    if (seconds > 0) throw refuse('keys_limited', { retryAfterSeconds: seconds });
    return () => {
      this.failures.forgive(prefix, this.clock.monotonicMs());
      this.allFailures.forgive(EVERYWHERE, this.clock.monotonicMs());
    };
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
    const workload = this.directory.workloadOf(key.organisationId, key.workloadId);
    // Made a moment ago on another replica: the next poll brings its settings.
    if (!organisation || !workload) throw failed('auth_unavailable');
    return { kind: 'key', keyId: key.id, organisation, workload };
  }
}
