import { Button, Group, Stack, Text } from '@mantine/core';
import { IconListSearch, IconRefresh } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { asList, PAGED } from '../../api/as-list';
import { api } from '../../api/client';
import type { operations } from '../../api/schema';
import { CardBoundary } from '../../components/card-boundary';
import { EmptyState } from '../../components/empty-state';
import { FilterBar, useFilters, type Filter } from '../../components/filter-bar';
import { Money } from '../../components/money';
import { Page } from '../../components/page';
import { ResourceTable, type Column } from '../../components/resource-table';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { CallDrawer } from './call-drawer';
import { OUTCOMES, toneOf, type Call } from './call-model';
import { Histogram } from './histogram';
import { LogChecks } from './log-checks';

type Query = NonNullable<operations['listAudit']['parameters']['query']>;
const route = getRouteApi('/inside/audit');
const LIMIT = 50;

export function AuditPage() {
  const { t } = useTranslation(['audit', 'common']);
  const go = useNavigate();
  const search = route.useSearch();
  const { set } = useFilters();
  const list = api.useInfiniteQuery(
    'get',
    '/admin/v1/audit',
    { params: { query: queryOf(search) } },
    PAGED,
  );
  const isFiltered = Object.keys(search).some((name) => name !== 'call');
  const clear = () => void go({ to: '/audit', search: {}, replace: true });
  return (
    <Page
      title={t('title')}
      about={t('about')}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => void list.refetch()}
            data-shortcut="r"
          >
            {t('refresh')}
          </Button>
          <LogChecks />
        </>
      }
    >
      <FilterBar filters={useAuditFilters()} />
      <CardBoundary>
        <Histogram histogram={list.data?.pages[0]?.histogram ?? null} />
      </CardBoundary>
      <ResourceTable
        list={asList<Call>(list)}
        columns={columns(t)}
        rowKey={({ id }) => id}
        label={t('title')}
        onOpen={({ id }) => set({ call: id })}
        empty={
          <EmptyState
            icon={IconListSearch}
            text={t(isFiltered ? 'no_match' : 'empty')}
            action={
              isFiltered && (
                <Button variant="default" onClick={clear}>
                  {t('common:clear_filters')}
                </Button>
              )
            }
          />
        }
      />
      {search.call && (
        <CallDrawer
          id={search.call}
          onClose={() => set({ call: undefined })}
          onGo={(id) => set({ call: id })}
        />
      )}
    </Page>
  );
}

function useAuditFilters(): readonly Filter[] {
  const { t } = useTranslation('audit');
  const workloads = api.useQuery('get', '/admin/v1/workloads', {
    params: { query: { limit: 200 } },
  });
  return [
    { name: 'text', label: t('filters.text'), placeholder: t('filters.text_help'), width: 220 },
    {
      name: 'workload',
      label: t('filters.workload'),
      options: (workloads.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      name: 'outcome',
      label: t('filters.outcome'),
      options: OUTCOMES.map((value) => ({ value, label: t(`outcomes.${value}`) })),
      width: 140,
    },
    { name: 'model', label: t('filters.model') },
    { name: 'kind', label: t('filters.kind'), width: 140 },
    { name: 'status', label: t('filters.status'), width: 100 },
    { name: 'from', label: t('filters.from'), type: 'datetime-local', width: 200 },
    { name: 'to', label: t('filters.to'), type: 'datetime-local', width: 200 },
  ];
}

type Search = ReturnType<typeof route.useSearch>;

/** What the API asks for; what somebody is still typing is left out. */
function queryOf({ call: _call, from, to, status, outcome, text, ...words }: Search): Query {
  const known = OUTCOMES.find((one) => one === outcome);
  return {
    ...words,
    limit: LIMIT,
    histogram: true,
    ...(text && text.length >= 8 && { text }),
    ...(known && { outcome: known }),
    ...(/^[1-5]\d\d$/.test(status ?? '') && { status: Number(status) }),
    ...(from && { from: new Date(from).toISOString() }),
    ...(to && { to: new Date(to).toISOString() }),
  };
}

const columns = (t: TFunction<['audit', 'common']>): Column<Call>[] => [
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
    cell: ({ findings }) => (
      <Group gap={4}>
        {Object.entries(findings as Record<string, number>).map(([kind, count]) => (
          <StatusBadge key={kind} tone="info">{`${kind} ${count}`}</StatusBadge>
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
      read === null ? '—' : `${read.toLocaleString()} → ${(written ?? 0).toLocaleString()}`,
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
    cell: ({ latency_ms: ms }) => (ms === null ? '—' : `${ms.toLocaleString()} ms`),
  },
];
