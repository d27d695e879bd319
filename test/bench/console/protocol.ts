export type AdministratorsQuestion =
  | { readonly kind: 'look'; readonly url: string; readonly cookies: readonly string[] }
  | { readonly kind: 'leave' };

export type AdministratorsAnswer =
  | { readonly kind: 'ready' }
  /** Every stream of events is open, and every page was read once. */
  | { readonly kind: 'looking' }
  | { readonly kind: 'left'; readonly report: LookReport };

/** What administrators have read while they looked. */
export interface LookReport {
  readonly answers: number;
  readonly events: number;
  readonly p95Ms: number | null;
  /** The first few, to say what went wrong. */
  readonly faults: readonly string[];
}
