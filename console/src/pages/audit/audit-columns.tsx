import { Group, Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { InjectionBadge } from '../../components/injection-badge';
import { Money } from '../../components/money';
import type { Column } from '../../components/resource-table';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { toneOf, type Call } from './call-model';

export const auditColumns = (t: TFunction<['audit', 'common']>): Column<Call>[] => [
  { key: 'at', header: t('columns.at'), cell: ({ at }) => <When at={at} /> },
  {
    key: 'workload',
    header: t('columns.workload'),
    from: 'sm',
    cell: ({ workload_name: name, surface }) => (
      <Stack gap={0}>
        <Text size="sm">{name ?? '—'}</Text>
        <Text size="xs" c="dimmed">
          {surface}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'model',
    header: t('columns.model'),
    from: 'sm',
    cell: ({ model_requested: asked, model_served: served }) => (
      <Stack gap={0}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {asked ?? '—'}
        </Text>
        {served && served !== asked && (
          <Text size="xs" c="dimmed">
            {t('served_by', { model: served })}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'outcome',
    header: t('columns.outcome'),
    cell: ({ outcome, refusal_code: refusal, times }) => (
      <Stack gap={2} align="flex-start">
        <StatusBadge tone={toneOf(outcome)}>
          {t(`outcomes.${outcome as 'ok'}`, outcome)}
        </StatusBadge>
        {refusal && (
          <Text size="xs" c="dimmed">
            {refusal}
            {times && times > 1 ? ` × ${times}` : ''}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'findings',
    header: t('columns.findings'),
    from: 'lg',
    cell: ({ findings, injections }) => (
      <Group gap={4}>
        {Object.entries(findings as Record<string, number>).map(([kind, count]) => (
          <StatusBadge key={kind} tone="info">{`${kind} ${count}`}</StatusBadge>
        ))}
        {injections.map((kind) => (
          <InjectionBadge key={kind} kind={kind} />
        ))}
      </Group>
    ),
  },
  {
    key: 'tokens',
    header: t('columns.tokens'),
    from: 'md',
    align: 'right',
    cell: ({ tokens_in: read, tokens_out: written }) =>
      read === null ? '—' : `${read.toLocaleString('en')} → ${(written ?? 0).toLocaleString('en')}`,
  },
  {
    key: 'cost',
    header: t('columns.cost'),
    align: 'right',
    cell: ({ cost, currency }) =>
      cost === null ? '—' : <Money amount={cost} {...(currency && { currency })} />,
  },
  {
    key: 'latency',
    header: t('columns.latency'),
    from: 'md',
    align: 'right',
    cell: ({ latency_ms: ms }) => (ms === null ? '—' : `${ms.toLocaleString('en')} ms`),
  },
];
