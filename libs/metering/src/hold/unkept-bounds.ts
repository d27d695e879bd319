import type { ExpectedOutput } from '#call';
import type { Clock } from '#kernel';
import type { Usage } from '#wire';
import { slack } from './bound-usage.js';

const PAIRS_MAX = 10_000;
/** The longest reasoning of usual models; one odd count must not shut out everybody who has a budget. */
const EXCESS_TOKENS_MAX = 32_768;
const EXCESS_TOKENS_MIN = 64; // Less is forgotten.
const HALF_LIFE_MS = 10 * 60_000; // Makers mend their servers; a refused caller comes back within the hour.
const LEFT_BY_ONE_KEPT = 31 / 32; // A model that overruns in one call of ten stays known.

interface Excess {
  readonly tokens: number;
  readonly atMs: number;
}

/**
 * By how much a model's answers went beyond their callers' bounds lately: with some makers a bound does
 * not hold for reasoning, and only their counts tell. What one organisation meets is not held against
 * another.
 */
export class UnkeptBounds {
  /** Of a choice, by organisation and model; in the order of use. */
  private readonly pairs = new Map<string, Excess>();

  constructor(private readonly clock: Clock) {}

  learn(pair: string, output: ExpectedOutput | null, { outputTotal }: Usage): void {
    if (!output || output.tokensMax === null) return;
    const { tokensMax, choices } = output;
    const isKept = outputTotal <= slack(tokensMax, choices);
    const beyond = Math.ceil(outputTotal / choices) - tokensMax;
    const known = this.excessOf(pair);
    this.set(
      pair,
      isKept ? known * LEFT_BY_ONE_KEPT : Math.max(known, Math.min(beyond, EXCESS_TOKENS_MAX)),
    );
  }

  /** What the caller's bound is worth. */
  bounded(pair: string, output: ExpectedOutput): ExpectedOutput {
    const excess = Math.ceil(this.excessOf(pair));
    if (output.tokensMax === null || excess === 0) return output;
    return { ...output, tokensMax: output.tokensMax + excess };
  }

  private excessOf(pair: string): number {
    const excess = this.pairs.get(pair);
    if (!excess) return 0;
    const halvings = (this.clock.monotonicMs() - excess.atMs) / HALF_LIFE_MS;
    const tokens = excess.tokens * 0.5 ** halvings;
    return tokens < EXCESS_TOKENS_MIN ? 0 : tokens;
  }

  private set(pair: string, tokens: number): void {
    this.pairs.delete(pair);
    if (tokens < EXCESS_TOKENS_MIN) return;
    this.pairs.set(pair, { tokens, atMs: this.clock.monotonicMs() });
    if (this.pairs.size <= PAIRS_MAX) return;
    const oldest = this.pairs.keys().next().value;
    if (oldest !== undefined) this.pairs.delete(oldest);
  }
}
