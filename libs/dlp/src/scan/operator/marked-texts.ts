import type { Finding } from '../../kinds.js';

/** What the operator's model marked in the texts of one call. */
export interface MarkedTexts {
  /** By the place of the text among those that were handed in. */
  readonly findingsIn: (index: number) => readonly Finding[];
  /** It did not read all: what it would have found there, only the gateway's own model can find. */
  readonly isDegraded: boolean;
  readonly tookMs: number;
}
