import type { ServiceTier, Untold, Usage } from '#wire';

/** How an answer ended that its provider went on with alone. */
export interface BackgroundEnd {
  /** `lost`: the provider does not know it any more, or did not tell in time. */
  readonly status: 'completed' | 'incomplete' | 'failed' | 'cancelled' | 'expired' | 'lost';
  readonly usage: Usage | null;
  /** Totals that it leaves out. */
  readonly untold?: Untold;
  /** Nothing of it was done that could be charged. */
  readonly isUnused?: boolean;
  /** Of service, where the provider tells. */
  readonly tier?: ServiceTier;
}

/** What a provider says when it is asked for such an answer. */
export type BackgroundReport =
  | { readonly kind: 'open' }
  | { readonly kind: 'ended'; readonly end: BackgroundEnd }
  /** It knows nothing of the id. */
  | { readonly kind: 'unknown' }
  /** It gave an id that no request can name. */
  | { readonly kind: 'unnamed' }
  /** It could not be asked; `isKeyless`: for want of a secret, which another process may have. */
  | { readonly kind: 'untold'; readonly why: string; readonly isKeyless: boolean };
