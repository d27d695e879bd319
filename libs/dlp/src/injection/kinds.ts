import type { InjectionFinding } from '#call';

/** A stretch of a text that speaks to a model, in UTF-16 units. */
export interface Suspicion extends Pick<InjectionFinding, 'kind' | 'score'> {
  readonly start: number;
  readonly end: number;
}
