import { problem } from '#kernel';
import type { Actor } from '#members';
import { raisedLimits } from '#workloads';
import { reachIn } from '../http/allow.js';

/** What somebody who is given nothing may begin with: as much as the playground, which is everybody's. */
export const FIRST_BUDGET = { amount: '5.00', period: 'monthly' } as const;
/** Each begins with a budget, so that as many are a bound on all of them. */
export const OWN_WORKLOADS_MAX = 10;

/** Who manages all workloads, and not only those of their own. */
export const isAdministrator = (actor: Actor): boolean =>
  reachIn(actor, 'workload:manage') === 'all';

/** What is made without a budget has one, if its maker could not have given it more. */
export const withBudget = (actor: Actor, wanted: object): object =>
  isAdministrator(actor) ? wanted : { budget: FIRST_BUDGET, ...wanted };

/**
 * Nobody grants what they do not have: who manages only their own workloads may lower limits, and leaves it to an
 * administrator to raise them.
 * @param before null of a new one
 * @throws permission_missing
 */
export function expectOwnLimits(actor: Actor, before: object | null, after: object): void {
  if (isAdministrator(actor)) return;
  const first = { budget: { ...FIRST_BUDGET, mode: 'adaptive' } } as const;
  const raised = raisedLimits(before ?? first, after);
  if (raised.length === 0) return;
  const bound =
    before === null ? ` A workload of your own begins with ${FIRST_BUDGET.amount}.` : '';
  throw problem('permission_missing', {
    detail: `Only an administrator raises ${raised.join(', ')}.${bound}`,
  });
}

/** @throws conflict */
export function expectRoomForOwn(actor: Actor, owned: number): void {
  if (isAdministrator(actor) || owned < OWN_WORKLOADS_MAX) return;
  throw problem('conflict', {
    detail: `You have ${OWN_WORKLOADS_MAX} workloads. Delete one, or ask an administrator for another.`,
  });
}
