import { Anchor, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { inFull } from '../../../api/as-list';
import type { Schemas } from '../../../api/client';
import { BudgetBar } from '../../../components/budget-bar';
import { EmptyState } from '../../../components/empty-state';
import { Money } from '../../../components/money';
import { ResourceTable, type Column } from '../../../components/resource-table';
import { Section } from '../../../components/section';

type Limits = Schemas['LimitsView'];
type Bound = Schemas['BoundWorkloadView'];
const WARN = 0.8;

/** How much is used of what all workloads share. */
export function SharedSection({ limits }: { limits: Limits }) {
  const { t } = useTranslation('settings');
  const { organisation } = limits;
  return (
    <Section title={t('limits.now')} about={t('limits.now_about')}>
      {organisation.length === 0 ? (
        <Text size="sm">{t('limits.now_none')}</Text>
      ) : (
        <SimpleGrid cols={{ base: 1, md: Math.min(organisation.length, 3) }} spacing="xl">
          {organisation.map((use) => (
            <BudgetBar key={use.limit} use={use} />
          ))}
        </SimpleGrid>
      )}
    </Section>
  );
}

/** Each workload with the limit that stops it first. */
export function BoundSection({ limits }: { limits: Limits }) {
  const { t } = useTranslation(['settings', 'common']);
  const { workloads, has_more: hasMore } = limits;
  return (
    <Section title={t('limits.bound')} about={t('limits.bound_about')}>
      <ResourceTable
        list={inFull(workloads)}
        columns={columns(t)}
        rowKey={({ workload_id: id }) => id}
        label={t('limits.bound')}
        empty={<EmptyState icon={IconApps} text={t('limits.bound_none')} />}
      />
      {hasMore && (
        <Text size="sm" c="dimmed">
          {t('limits.bound_more', { count: workloads.length })}
        </Text>
      )}
    </Section>
  );
}

const columns = (t: TFunction<['settings', 'common']>): Column<Bound>[] => [
  {
    key: 'workload',
    header: t('limits.workload'),
    cell: ({ workload_id: id, workload_name: name }) => (
      <Anchor
        size="sm"
        fw={600}
        style={{ overflowWrap: 'anywhere' }}
        renderRoot={(root) => <Link to="/workloads/$id" params={{ id }} {...root} />}
      >
        {name}
      </Anchor>
    ),
  },
  {
    key: 'binding',
    header: t('limits.binding'),
    cell: ({ binding }) =>
      binding ? (
        <Stack gap={0}>
          <Text size="sm">{t(`common:limit_names.${binding}`)}</Text>
          <Text size="xs" c="dimmed">
            {t(`common:limit_from.${binding}`)}
          </Text>
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          {t('limits.unlimited')}
        </Text>
      ),
  },
  {
    key: 'used',
    header: t('limits.used'),
    from: 'sm',
    width: 160,
    cell: ({ share, workload_name: what }) => share !== null && <Used share={share} what={what} />,
  },
  {
    key: 'budget',
    header: t('limits.budget'),
    from: 'md',
    align: 'right',
    cell: ({ budget }) => (budget ? <Money amount={budget.amount} /> : '—'),
  },
  {
    key: 'left',
    header: t('limits.left'),
    align: 'right',
    cell: ({ left }) => (left === null ? '—' : <Money amount={left} />),
  },
];

function Used({ share, what }: { share: number; what: string }) {
  const { t } = useTranslation();
  return (
    <Progress
      value={Math.min(100, share * 100)}
      color={share >= 1 ? 'red' : share >= WARN ? 'yellow' : 'indigo'}
      aria-label={t('used', { what, percent: Math.round(share * 100) })}
    />
  );
}
