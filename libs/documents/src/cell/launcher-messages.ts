/** To the process that starts children. Places are of its gateway's choice, and of each one once. */
export interface LauncherOrder {
  readonly kind: 'start' | 'end';
  readonly place: number;
}

export type LauncherReport =
  /** Its socket comes along. */
  | { readonly kind: 'started'; readonly place: number; readonly pid: number }
  /** Nobody but the gateway reads its socket any more: it may be spoken to. */
  | { readonly kind: 'handed'; readonly place: number }
  | {
      readonly kind: 'gone';
      readonly place: number;
      readonly code: number | null;
      readonly signal: NodeJS.Signals | null;
    };
