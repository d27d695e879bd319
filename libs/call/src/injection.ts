import type { InjectionKind } from '#contract';

/**
 * What is done where data speaks to a model: results of tools, documents, knowledge. `strip` also takes out what nobody sees,
 * `block` also refuses results of tools on the gateway's own endpoint for them.
 */
export type InjectionMode = 'off' | 'flag' | 'strip' | 'block';

/** Never what the text says. */
export interface InjectionFinding {
  readonly kind: InjectionKind;
  /** As `Found.place`: `messages.tool`, `document`, `result`. */
  readonly place: string;
  /** In UTF-16 units of the text that it stands in. */
  readonly offset: number;
  /** From 0 to 1. */
  readonly score: number;
}
