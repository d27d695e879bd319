import { reachOf } from '#contract';
import { problem } from '#kernel';
import type { Actor } from '#members';
import { expectStepUp } from '../http/allow.js';

/**
 * Data goes further than before only when somebody who may decide that has said again who it is; a program
 * never decides it.
 * @param paths of what is loosened; empty where nothing is
 * @throws permission_missing, step_up_needed
 */
export function expectMayLoosen(actor: Actor, paths: readonly string[]): void {
  if (paths.length === 0) return;
  if (reachOf(actor.role, 'policy:loosen') === undefined) {
    throw problem('permission_missing', {
      detail: `It takes the permission policy:loosen, since it protects less: ${paths.join(', ')}.`,
    });
  }
  const message = 'lets data go further than now';
  const errors = paths.map((path) => ({ path, message }));
  expectStepUp(actor, errors);
}
