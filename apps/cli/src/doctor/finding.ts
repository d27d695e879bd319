/** What one look came to. */
export interface Finding {
  /** In a word, as `database`. */
  readonly what: string;
  /** `untried`: there is nothing to look at yet. */
  readonly state: 'ok' | 'warning' | 'failed' | 'untried';
  /** What was seen; where it is not well, with what to do. Never a secret. */
  readonly text: string;
}

export const ok = (what: string, text: string): Finding => ({ what, state: 'ok', text });
export const warning = (what: string, text: string): Finding => ({ what, state: 'warning', text });
export const failed = (what: string, text: string): Finding => ({ what, state: 'failed', text });
export const untried = (what: string, text: string): Finding => ({ what, state: 'untried', text });
