import { HmacSha256, type Clock, type Entropy } from '#kernel';
import type { Judgement } from './judge.js';

const KEPT_MS = 600_000; // Loops of agents ask the same for minutes; a scope seldom changes within them.
const ENTRIES_MAX = 10_000; // 300 bytes each.

/** Judgements of the last minutes, under keys that nobody can read back. */
export class VerdictCache {
  private readonly kept = new Map<string, { judgement: Judgement; untilMs: number }>();
  private readonly hmac: HmacSha256;

  constructor(
    private readonly clock: Clock,
    entropy: Entropy,
  ) {
    this.hmac = new HmacSha256(entropy.bytes(32));
  }

  /** @param parts whose scope it is, its version, what is judged */
  keyOf(...parts: readonly string[]): string {
    return this.hmac.text(JSON.stringify(parts), 'base64url');
  }

  get(key: string): Judgement | undefined {
    const found = this.kept.get(key);
    if (found && found.untilMs > this.clock.monotonicMs()) return found.judgement;
    this.kept.delete(key);
    return undefined;
  }

  set(key: string, judgement: Judgement): void {
    this.kept.delete(key);
    this.kept.set(key, { judgement, untilMs: this.clock.monotonicMs() + KEPT_MS });
    if (this.kept.size <= ENTRIES_MAX) return;
    const oldest = this.kept.keys().next().value;
    if (oldest !== undefined) this.kept.delete(oldest);
  }
}
