import { problem } from '#kernel';
import type { Actor } from '#members';
import type { WorkloadDto } from '#workloads';
import { isAdministrator } from './own-limits.js';

type Granted = Partial<Pick<WorkloadDto, 'tools' | 'knowledge'>>;

/**
 * Nobody grants what they do not have: who manages only their own workloads may have one of them do what another one does, and take
 * from them, and leaves it to an administrator to grant more tools and stores.
 * @param own workloads of the actor as they are
 * @throws permission_missing
 */
export function expectOwnGrants(actor: Actor, own: readonly Granted[], after: Granted): void {
  if (isAdministrator(actor)) return;
  const tools = new Set(own.flatMap((one) => one.tools ?? []));
  const stores = new Set(own.flatMap((one) => one.knowledge ?? []));
  const isMore = [
    ...(after.tools ?? []).filter((tool) => !tools.has(tool) && !tools.has(wholeOf(tool))),
    ...(after.knowledge ?? []).filter((store) => !stores.has(store)),
  ];
  if (isMore.length === 0) return;
  throw problem('permission_missing', {
    detail: `Only an administrator grants a workload of yours ${isMore.slice(0, NAMED_MAX).join(', ')}.`,
  });
}

const NAMED_MAX = 5; // Who asked knows the rest.

/** All tools of the server that one is of. */
const wholeOf = (tool: string): string => `${tool.slice(0, tool.indexOf('/'))}/*`;
