import type { Clock } from '#kernel';
import { charsIn, type KeptAnswer } from './kept-answer.js';

const CHARS_MAX = 32 * 1_024 * 1_024;

interface Held {
  readonly answer: KeptAnswer;
  readonly chars: number;
  /** Of the monotonic clock. */
  readonly sinceMs: number;
}

/**
 * Answers that were read or written moments ago: many ask the same at the same time. The oldest go first, and those that may
 * not be given any more with the next one that comes.
 */
export class AnswerMemory {
  private readonly held = new Map<string, Held>();
  private chars = 0;
  private clearedMs = Number.NEGATIVE_INFINITY;

  /** @param freshMs for so long an answer is given without another look */
  constructor(
    private readonly clock: Clock,
    private readonly freshMs: number,
  ) {}

  /** Answers. */
  get size(): number {
    return this.held.size;
  }

  get(name: string): KeptAnswer | undefined {
    const held = this.held.get(name);
    if (!held) return undefined;
    if (this.isFresh(held) && held.answer.expiresAtMs > this.clock.nowMs()) return held.answer;
    this.drop(name, held);
    return undefined;
  }

  /** @param sinceMs when the look began that found it: what was purged or erased meanwhile may be in it */
  set(name: string, answer: KeptAnswer, sinceMs = this.clock.monotonicMs()): void {
    if (sinceMs < this.clearedMs) return;
    const before = this.held.get(name);
    if (before) this.drop(name, before);
    const chars = name.length + charsOf(answer);
    this.held.set(name, { answer, chars, sinceMs });
    this.chars += chars;
    for (const [oldest, held] of this.held) {
      if (this.chars <= CHARS_MAX && this.isFresh(held)) break;
      this.drop(oldest, held);
    }
  }

  private isFresh({ sinceMs }: Held): boolean {
    return this.clock.monotonicMs() - sinceMs < this.freshMs;
  }

  clear(): void {
    this.clearedMs = this.clock.monotonicMs();
    this.held.clear();
    this.chars = 0;
  }

  private drop(name: string, held: Held): void {
    this.held.delete(name);
    this.chars -= held.chars;
  }
}

/** Each event takes some memory beside its text. */
const charsOf = ({ events }: KeptAnswer): number =>
  events.reduce((sum, event) => sum + 100 + charsIn(event), 0);
