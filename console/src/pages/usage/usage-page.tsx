import '@mantine/charts/styles.layer.css';
import { Button, Card, SimpleGrid, Stack, Text } from '@mantine/core';
import { BarChart } from '@mantine/charts';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { api, type Schemas } from '../../api/client';
import { CardBoundary } from '../../components/card-boundary';
import { EmptyState } from '../../components/empty-state';
import { FilterBar, type Filter } from '../../components/filter-bar';
import { Loadable } from '../../components/loadable';
import { Money } from '../../components/money';
import { Page } from '../../components/page';
import { ResourceTable, type Column } from '../../components/resource-table';
import { formatMoney } from '../../lib/money';
import { formatCount, formatMs } from '../../lib/numbers';
import { COLORS, everyPoint, momentFormat } from '../../lib/series';

type Usage = Schemas['UsageView'];
type Part = Schemas['UsageGroupView'];
const route = getRouteApi('/inside/usage');
const GROUPS = [
  'workload',
  'key',
  'member',
  'model',
  'provider',
  'jurisdiction',
  'surface',
  'outcome',
  'day',
] as const;
const DAY_MS = 86_400_000;
const DAYS = ['1', '7', '30', '90'] as const;
const DRAWN_MAX = 8; // Parts of a bar that can still be told apart.

export function UsagePage() {
  const { t } = useTranslation('usage');
  const search = route.useSearch();
  const group = GROUPS.find((one) => one === search.group) ?? 'workload';
  const days = DAYS.find((one) => one === search.days) ?? '30';
  const asked = useAsked(Number(days), search.workload);
  const query = api.useQuery(
    'get',
    '/admin/v1/usage',
    { params: { query: { ...asked, group_by: group } } },
    { placeholderData: (before: Usage | undefined) => before },
  );
  const exported = new URLSearchParams({ ...asked, group_by: group, format: 'csv' });
  return (
    <Page
      title={t('title')}
      about={t('about')}
      actions={
        <Button
          component="a"
          href={`/admin/v1/usage/export?${exported.toString()}`}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('export')}
        </Button>
      }
    >
      <FilterBar filters={useUsageFilters()} />
      <Loadable query={query}>{(usage) => <Loaded usage={usage} />}</Loadable>
    </Page>
  );
}

/** Whole days up to today, so that the address stays the same while somebody looks. */
function useAsked(days: number, workload: string | undefined) {
  const today = new Date();
  today.setUTCHours(0, 0, 0, 0);
  const to = new Date(today.getTime() + DAY_MS);
  const from = new Date(to.getTime() - days * DAY_MS);
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    interval: days > 2 ? ('day' as const) : ('hour' as const),
    ...(workload && { workload }),
  };
}

function useUsageFilters(): readonly Filter[] {
  const { t } = useTranslation('usage');
  const workloads = api.useQuery('get', '/admin/v1/workloads', {
    params: { query: { limit: 200 } },
  });
  return [
    {
      name: 'group',
      label: t('group'),
      otherwise: 'workload',
      options: GROUPS.map((value) => ({ value, label: t(`groups.${value}`) })),
    },
    {
      name: 'days',
      label: t('range'),
      otherwise: '30',
      options: DAYS.map((value) => ({ value, label: t(`ranges.${value}`) })),
    },
    {
      name: 'workload',
      label: t('groups.workload'),
      options: (workloads.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
  ];
}

function Loaded({ usage }: { usage: Usage }) {
  const { t } = useTranslation('usage');
  const { total, currency, groups } = usage;
  const figures = [
    [t('cost'), formatMoney(total.cost, currency)],
    [t('requests'), formatCount(total.requests)],
    [t('tokens_in'), formatCount(total.tokens_in)],
    [t('tokens_out'), formatCount(total.tokens_out)],
    [t('refused'), formatCount(total.refused)],
    [t('p95'), formatMs(total.latency_p95_ms)],
  ] as const;
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }}>
        {figures.map(([name, value]) => (
          <Card withBorder key={name} padding="sm">
            <Text size="xs" c="dimmed">
              {name}
            </Text>
            <Text fz="lg" fw={650} className="tabular">
              {value}
            </Text>
          </Card>
        ))}
      </SimpleGrid>
      <CardBoundary>
        <Chart usage={usage} />
      </CardBoundary>
      <ResourceTable
        list={{
          rows: groups,
          error: null,
          isFetching: false,
          hasMore: false,
          loadMore: () => undefined,
          retry: () => undefined,
        }}
        columns={columns(t, usage)}
        rowKey={({ group }) => group}
        label={t('title')}
        empty={<EmptyState icon={IconChartBar} text={t('empty')} />}
      />
    </Stack>
  );
}

function Chart({ usage }: { usage: Usage }) {
  const { t } = useTranslation('usage');
  const { series, groups, interval, currency, group_by: by } = usage;
  if (series.length === 0) return null;
  const drawn = groups.slice(0, DRAWN_MAX);
  const nameOf = (group: string | null) => {
    const found = drawn.find((one) => one.group === group);
    if (by === 'day') return t('cost');
    return found ? (found.name ?? found.group) : t('rest');
  };
  const format = momentFormat(interval);
  const moments = everyPoint(
    usage,
    series.map(({ at }) => at),
  );
  const bars = new Map<string, Record<string, number>>(moments.map((at) => [at, {}]));
  for (const { at, group, cost } of series) {
    const bar = bars.get(at) ?? {};
    bar[nameOf(group)] = (bar[nameOf(group)] ?? 0) + Number(cost);
    bars.set(at, bar);
  }
  const names = [...new Set([...bars.values()].flatMap((bar) => Object.keys(bar)))];
  return (
    <Card withBorder>
      <BarChart
        h={260}
        data={[...bars].map(([at, bar]) => ({ at: format.format(new Date(at)), ...bar }))}
        dataKey="at"
        type="stacked"
        withLegend
        maxBarWidth={36}
        valueFormatter={(value) => formatMoney(value.toFixed(6), currency)}
        yAxisProps={{ width: 90 }}
        series={names.map((name, index) => ({
          name,
          color: COLORS[index % COLORS.length] ?? 'indigo.6',
        }))}
        barChartProps={{ accessibilityLayer: false }}
        role="img"
        aria-label={t('chart')}
      />
    </Card>
  );
}

const columns = (t: TFunction<'usage'>, { currency, group_by: by }: Usage): Column<Part>[] => [
  {
    key: 'group',
    header: t(`groups.${by}`),
    cell: ({ group, name }) => (
      <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {name ?? (group || t('none'))}
      </Text>
    ),
  },
  {
    key: 'requests',
    header: t('requests'),
    align: 'right',
    cell: ({ requests }) => formatCount(requests),
  },
  {
    key: 'in',
    header: t('tokens_in'),
    align: 'right',
    from: 'md',
    cell: ({ tokens_in: tokens }) => formatCount(tokens),
  },
  {
    key: 'out',
    header: t('tokens_out'),
    align: 'right',
    from: 'md',
    cell: ({ tokens_out: tokens }) => formatCount(tokens),
  },
  {
    key: 'cache',
    header: t('cache_read'),
    align: 'right',
    from: 'lg',
    cell: ({ cache_read: tokens }) => formatCount(tokens),
  },
  {
    key: 'refused',
    header: t('refused'),
    align: 'right',
    from: 'sm',
    cell: ({ refused, failed }) => `${formatCount(refused)} / ${formatCount(failed)}`,
  },
  {
    key: 'p95',
    header: t('p95'),
    align: 'right',
    from: 'lg',
    cell: ({ latency_p95_ms: ms }) => formatMs(ms),
  },
  {
    key: 'cost',
    header: t('cost'),
    align: 'right',
    cell: ({ cost }) => <Money amount={cost} currency={currency} />,
  },
];
