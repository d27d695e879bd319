import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client';
import { useReach } from '../../../api/session';
import type { Filter } from '../../../components/filter-bar';

/** How the names of actions begin. */
const AREAS = [
  'workload',
  'key',
  'provider',
  'alias',
  'organisation',
  'config',
  'credit',
  'member',
  'invite',
  'token',
  'security',
  'session',
  'totp',
  'audit',
  'breaker',
  'queue',
  'denied',
] as const;

export function useActivityFilters(): readonly Filter[] {
  const { t } = useTranslation('settings');
  const members = api.useQuery(
    'get',
    '/admin/v1/members',
    { params: { query: { limit: 200 } } },
    { enabled: useReach('member:read') !== undefined },
  );
  const tokens = api.useQuery(
    'get',
    '/admin/v1/tokens',
    {},
    { enabled: useReach('token:read') !== undefined },
  );
  return [
    {
      name: 'action',
      label: t('activity.action'),
      options: AREAS.map((value) => ({ value, label: t(`activity.areas.${value}`) })),
    },
    {
      name: 'actor',
      label: t('activity.actor'),
      options: [
        ...(members.data?.data ?? []).map(({ id, name }) => ({
          value: `member ${id}`,
          label: name,
        })),
        ...(tokens.data?.data ?? []).map(({ id, name }) => ({
          value: `token ${id}`,
          label: `${name} · ${t('activity.kinds.token')}`,
        })),
      ],
      width: 220,
    },
    { name: 'from', label: t('activity.from'), type: 'datetime-local', width: 200 },
    { name: 'to', label: t('activity.to'), type: 'datetime-local', width: 200 },
  ];
}
