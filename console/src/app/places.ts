import {
  IconApps,
  IconChartBar,
  IconHeartbeat,
  IconKey,
  IconLayoutDashboard,
  IconListSearch,
  IconMail,
  IconRobot,
  IconShieldLock,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import type { Permission } from '#contract';
import type common from '../locales/en/common.json';

export interface Place {
  readonly to: string;
  /** Key of its name below `places`. */
  readonly name: keyof typeof common.places;
  readonly icon: Icon;
  /** Left out: everybody who is signed in. */
  readonly permission?: Permission;
  /** Behind `g`. */
  readonly letter?: string;
}

export interface PlaceGroup {
  /** Key of its name below `groups`; without one it stands first. */
  readonly name?: 'access' | 'routing' | 'policy' | 'try' | 'settings';
  readonly places: readonly Place[];
}

/** The navigation. A page is here once it is there. */
export const PLACES: readonly PlaceGroup[] = [
  {
    places: [
      {
        to: '/',
        name: 'overview',
        icon: IconLayoutDashboard,
        permission: 'usage:read',
        letter: 'o',
      },
      { to: '/usage', name: 'usage', icon: IconChartBar, permission: 'usage:read', letter: 'u' },
      {
        to: '/audit',
        name: 'audit',
        icon: IconListSearch,
        permission: 'audit:read',
        letter: 'a',
      },
      { to: '/health', name: 'health', icon: IconHeartbeat, letter: 'h' },
    ],
  },
  {
    name: 'access',
    places: [
      {
        to: '/workloads',
        name: 'workloads',
        icon: IconApps,
        permission: 'workload:read',
        letter: 'w',
      },
      { to: '/keys', name: 'keys', icon: IconKey, permission: 'key:read', letter: 'k' },
      { to: '/members', name: 'members', icon: IconUsers, permission: 'member:read', letter: 'm' },
    ],
  },
  {
    name: 'settings',
    places: [
      {
        to: '/settings/security',
        name: 'security',
        icon: IconShieldLock,
        permission: 'member:read', // Who sees the members sees how they sign in.
      },
      { to: '/settings/tokens', name: 'tokens', icon: IconRobot, permission: 'token:read' },
      { to: '/settings/mailbox', name: 'mailbox', icon: IconMail, permission: 'owner:manage' },
    ],
  },
];
