import type { Thinking } from '#wire';
import type { ModelRules } from './model-rules.js';
import { nearestOf } from './nearest-effort.js';

/** Of callers who ask to think, and do not say how much. */
const EFFORT_UNSAID = 'medium';

/** The word that a model is told for what a caller asked; undefined where it is told nothing. */
export function effortOf(
  { efforts }: ModelRules,
  effort: string | undefined,
  thinking: Thinking | undefined,
): string | undefined {
  const asked = effort ?? (thinking && (thinking.mode === 'disabled' ? 'none' : EFFORT_UNSAID));
  return asked === undefined || efforts.length === 0 ? undefined : nearestOf(efforts, asked);
}
