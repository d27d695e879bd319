import { Group, Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { Schemas } from '../../../api/client';
import type { Column } from '../../../components/resource-table';
import { StatusBadge } from '../../../components/status-badge';
import { When } from '../../../components/when';

export type Activity = Schemas['ActivityView'];
type T = TFunction<['settings', 'common']>;

/** Somebody who is gone is known by an id alone. */
export function actorOf(t: T, activity: Activity): string {
  const { actor_kind: kind, actor_id: id, actor_name: name } = activity;
  if (name) return name;
  if (!kind || !id) return t('activity.operator');
  return t('activity.gone', { kind: t(`activity.kinds.${kind as 'member'}`, kind), id });
}

export const activityColumns = (t: T): Column<Activity>[] => [
  { key: 'at', header: t('activity.at'), cell: ({ at }) => <When at={at} /> },
  {
    key: 'actor',
    header: t('activity.actor'),
    from: 'sm',
    cell: (activity) => (
      <Stack gap={0}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {actorOf(t, activity)}
        </Text>
        {activity.actor_kind === 'token' && (
          <Text size="xs" c="dimmed">
            {t('activity.kinds.token')}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'action',
    header: t('activity.action'),
    cell: (activity) => (
      <Stack gap={0}>
        <Group gap={6}>
          <Text size="sm" ff="monospace" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {activity.action ?? activity.type}
          </Text>
          {activity.outcome !== 'ok' && (
            <StatusBadge tone="bad">
              {t(`activity.outcomes.${activity.outcome as 'refused'}`, activity.outcome)}
            </StatusBadge>
          )}
        </Group>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {actorOf(t, activity)}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'target',
    header: t('activity.target'),
    from: 'md',
    cell: ({ target }) => (
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {target ?? '—'}
      </Text>
    ),
  },
  {
    key: 'changes',
    header: t('activity.changes'),
    align: 'right',
    from: 'lg',
    cell: ({ changes }) => (changes.length === 0 ? '—' : changes.length),
  },
  {
    key: 'address',
    header: t('activity.address'),
    from: 'lg',
    cell: ({ ip }) => (
      <Text size="sm" className="tabular">
        {ip ?? '—'}
      </Text>
    ),
  },
];
