import { MANAGED_ROLES, type Role } from '#contract';
import { useReach, useSession } from '../../api/session';

/** Roles that the reader of the page may give and take; none where members are not theirs to manage. */
export function useManagedRoles(): readonly Role[] {
  const { role } = useSession();
  return useReach('member:manage') === undefined ? [] : MANAGED_ROLES[role];
}
