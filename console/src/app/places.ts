import {
  IconApps,
  IconArrowsSplit,
  IconBooks,
  IconBuilding,
  IconChartBar,
  IconCode,
  IconCoins,
  IconCpu,
  IconDatabase,
  IconFileShredder,
  IconHeartbeat,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconListSearch,
  IconMail,
  IconMapPin,
  IconMessageCircle,
  IconPlugConnected,
  IconRobot,
  IconRoute,
  IconScale,
  IconServer,
  IconShieldCheck,
  IconShieldLock,
  IconTool,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import type { Permission } from '#contract';
import type { Session } from '../api/session';
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
  /** Left out: always. */
  readonly isOpen?: (session: Session) => boolean;
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
    name: 'routing',
    places: [
      {
        to: '/providers',
        name: 'providers',
        icon: IconPlugConnected,
        permission: 'provider:read',
        letter: 'r',
      },
      { to: '/models', name: 'models', icon: IconCpu, permission: 'model:read', letter: 'd' },
      { to: '/aliases', name: 'aliases', icon: IconRoute, permission: 'alias:read', letter: 'l' },
      {
        to: '/auto',
        name: 'auto',
        icon: IconArrowsSplit,
        permission: 'organisation:read',
        letter: 't',
      },
      { to: '/tools', name: 'tools', icon: IconTool, permission: 'provider:read', letter: 's' },
      {
        to: '/knowledge',
        name: 'knowledge',
        icon: IconBooks,
        permission: 'knowledge:read',
        letter: 'e',
      },
    ],
  },
  {
    name: 'policy',
    places: [
      {
        to: '/protection',
        name: 'protection',
        icon: IconShieldCheck,
        permission: 'organisation:read',
      },
      { to: '/residency', name: 'residency', icon: IconMapPin, permission: 'organisation:read' },
      { to: '/cache', name: 'cache', icon: IconDatabase, permission: 'organisation:read' },
    ],
  },
  {
    name: 'try',
    places: [
      {
        to: '/playground',
        name: 'playground',
        icon: IconMessageCircle,
        permission: 'playground:use',
        letter: 'p',
      },
      {
        to: '/decisions',
        name: 'decisions',
        icon: IconScale,
        permission: 'playground:use',
        letter: 'y',
      },
      {
        to: '/documents',
        name: 'documents',
        icon: IconFileShredder,
        permission: 'playground:use',
        letter: 'f',
      },
    ],
  },
  {
    name: 'settings',
    places: [
      {
        to: '/settings/organisation',
        name: 'organisation',
        icon: IconBuilding,
        permission: 'organisation:read',
      },
      {
        to: '/settings/security',
        name: 'security',
        icon: IconShieldLock,
        permission: 'member:read', // Who sees the members sees how they sign in.
      },
      { to: '/settings/limits', name: 'limits', icon: IconCoins, permission: 'credit:read' },
      { to: '/settings/tokens', name: 'tokens', icon: IconRobot, permission: 'token:read' },
      { to: '/settings/code', name: 'code', icon: IconCode, permission: 'config:read' },
      {
        to: '/settings/activity',
        name: 'activity',
        icon: IconHistory,
        permission: 'activity:read',
      },
      { to: '/settings/system', name: 'system', icon: IconServer, permission: 'system:read' },
      {
        to: '/settings/mailbox',
        name: 'mailbox',
        icon: IconMail,
        permission: 'owner:manage',
        isOpen: ({ mail_server: hasServer }) => !hasServer, // Which has the mails otherwise.
      },
    ],
  },
];
