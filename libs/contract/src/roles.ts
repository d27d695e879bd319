/**
 * Who may do what in the Console and by the admin API. A role is a list of permissions: `all` of the
 * organisation, or `own`, which is what the member made or was given.
 */
export const ROLES = ['owner', 'admin', 'member', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

export const PERMISSIONS = [
  'organisation:read',
  'organisation:update',
  /** Residency or data protection made weaker. */
  'policy:loosen',
  'member:read',
  'member:manage',
  /** Owners made and unmade, credit booked, the organisation ended. */
  'owner:manage',
  'workload:read',
  'workload:manage',
  'key:read',
  'key:manage',
  'provider:read',
  'provider:manage',
  'model:read',
  'model:manage',
  'alias:read',
  'alias:manage',
  'audit:read',
  'audit:verify',
  'audit:export',
  /** What was asked and answered, where it is kept. */
  'content:read',
  'content:erase',
  'usage:read',
  'credit:read',
  'credit:adjust',
  'playground:use',
  'knowledge:read',
  /** Documents put into a store that is there. */
  'knowledge:upload',
  'knowledge:manage',
  'config:read',
  'config:apply',
  'token:read',
  'token:manage',
  'activity:read',
  'system:read',
  /** What operators do: endpoints paused, breakers begun anew, deliveries tried again. */
  'system:manage',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export type Reach = 'all' | 'own';

const everything = Object.fromEntries(PERMISSIONS.map((name) => [name, 'all'])) as Record<
  Permission,
  Reach
>;
const {
  'owner:manage': _owners,
  'credit:adjust': _credit,
  'content:read': _content,
  ...administration
} = everything;

/** What each role may do; what is not named it may not. */
export const GRANTS: Readonly<Record<Role, Readonly<Partial<Record<Permission, Reach>>>>> = {
  owner: everything,
  admin: administration,
  member: {
    'organisation:read': 'all',
    'workload:read': 'own',
    'workload:manage': 'own',
    'key:read': 'own',
    'key:manage': 'own',
    'model:read': 'all',
    'alias:read': 'all',
    'audit:read': 'own',
    'usage:read': 'own',
    'playground:use': 'own',
    'knowledge:read': 'own',
    'knowledge:upload': 'own',
  },
  auditor: {
    'organisation:read': 'all',
    'member:read': 'all',
    'workload:read': 'all',
    'key:read': 'all',
    'provider:read': 'all',
    'model:read': 'all',
    'alias:read': 'all',
    'audit:read': 'all',
    'audit:verify': 'all',
    'audit:export': 'all',
    'usage:read': 'all',
    'credit:read': 'all',
    'knowledge:read': 'all',
    'config:read': 'all',
    'token:read': 'all',
    'activity:read': 'all',
    'system:read': 'all',
  },
};

/** Undefined: not at all. */
export const reachOf = (role: Role, permission: Permission): Reach | undefined =>
  GRANTS[role][permission];

/** Roles that somebody may give and take: nobody gives what they do not have. */
export const MANAGED_ROLES: Readonly<Record<Role, readonly Role[]>> = {
  owner: ['owner', 'admin', 'member', 'auditor'],
  admin: ['member', 'auditor'],
  member: [],
  auditor: [],
};
