import type { Gateway } from '../targets/gateway.js';
import type { Target, TargetName } from '../targets/target.js';

/** A target with a prompt: one column of the table. */
export type SubjectName = TargetName | `${Gateway['name']}-findings`;

export interface Subject {
  readonly name: SubjectName;
  readonly target: Target;
  readonly prompt: 'plain' | 'findings';
}

/** In the order in which they take turns: what will be compared stands side by side. */
export function subjectsOf(targets: readonly Target[], gateways: readonly Gateway[]): Subject[] {
  return [
    ...targets.map((target) => ({ name: target.name, target, prompt: 'plain' as const })),
    ...gateways.map((target) => ({
      name: `${target.name}-findings` as const,
      target,
      prompt: 'findings' as const,
    })),
  ];
}
