import type { Sort } from './texts.js';

/** What the harness asks a scanner for: one measurement each, so that builds take turns. */
export type ScanQuestion =
  | { readonly kind: 'scan'; readonly sort: Sort; readonly hasNames: boolean }
  | { readonly kind: 'conversation' };

export interface ScanResult {
  /** Milliseconds of CPU time for the whole text. */
  readonly cpuMs: number;
  /** Milliseconds that nothing else got a turn, at the longest. */
  readonly heldMs: number;
}

/** Milliseconds of CPU time. */
export interface ConversationResult {
  /** All turns, never seen before. */
  readonly firstMs: number;
  /** The same with one more turn. */
  readonly againMs: number;
  /** That one turn alone. */
  readonly newestMs: number;
}

export type ScanAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'scanned'; readonly result: ScanResult }
  | { readonly kind: 'conversed'; readonly result: ConversationResult };
