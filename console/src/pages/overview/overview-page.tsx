import { Card, Grid, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, type Schemas } from '../../api/client';
import { useReach } from '../../api/session';
import { useLive } from '../../api/use-live';
import { BudgetBar } from '../../components/budget-bar';
import { CardBoundary } from '../../components/card-boundary';
import { useFilters } from '../../components/filter-bar';
import { Loadable } from '../../components/loadable';
import { Page } from '../../components/page';
import { Section } from '../../components/section';
import { formatMoney } from '../../lib/money';
import { formatCount, formatMs } from '../../lib/numbers';
import { everyPoint } from '../../lib/series';
import { LatestCalls } from './latest-calls';
import { Kpi } from './kpi';
import { Notices } from './notices';
import { SpendChart } from './spend-chart';

/** Of an hour or a day. */
const NO_CALLS = { cost: '0', requests: 0, protected: 0, refused: 0, ttft_p95_ms: null };

type Overview = Schemas['OverviewView'];
const route = getRouteApi('/inside/');
const LIVE_MS = 10_000; // Its sums are some seconds old anyway.
const RANGES = ['24h', '7d', '30d', '90d'] as const;

export function OverviewPage() {
  const { t } = useTranslation('overview');
  const { range: asked } = route.useSearch();
  const { set } = useFilters();
  const canListen = useReach('audit:read') !== undefined;
  const range = RANGES.find((one) => one === asked) ?? '7d';
  const query = api.useQuery(
    'get',
    '/admin/v1/overview',
    { params: { query: { range } } },
    { placeholderData: (before: Overview | undefined) => before },
  );
  useLive({
    isOn: canListen,
    events: ['audit.row', 'breaker.changed', 'budget.threshold'],
    everyMs: LIVE_MS,
    onNews: () => void query.refetch(),
  });
  return (
    <Page
      title={t('title')}
      actions={
        <SegmentedControl
          aria-label={t('range')}
          data={RANGES.map((value) => ({ value, label: t(`ranges.${value}`) }))}
          value={range}
          onChange={(value) => set({ range: value })}
        />
      }
    >
      <Loadable query={query}>{(overview) => <Loaded overview={overview} />}</Loadable>
    </Page>
  );
}

function Loaded({ overview }: { overview: Overview }) {
  const { t } = useTranslation('overview');
  const { total, previous, limits, newest, currency } = overview;
  const moments = everyPoint(
    overview,
    overview.series.map(({ at }) => at),
  );
  const series = moments.map((at) => overview.series.find((one) => one.at === at) ?? NO_CALLS);
  const kpis = [
    {
      name: t('kpis.spend'),
      value: formatMoney(total.cost, currency),
      now: Number(total.cost),
      before: Number(previous.cost),
      points: series.map(({ cost }) => Number(cost)),
    },
    {
      name: t('kpis.requests'),
      value: formatCount(total.requests),
      now: total.requests,
      before: previous.requests,
      points: series.map(({ requests }) => requests),
    },
    {
      name: t('kpis.protected'),
      value: formatCount(total.protected),
      now: total.protected,
      before: previous.protected,
      points: series.map((point) => point.protected),
    },
    {
      name: t('kpis.ttft'),
      value: formatMs(total.ttft_p95_ms),
      now: total.ttft_p95_ms ?? 0,
      before: previous.ttft_p95_ms ?? 0,
      points: series.map(({ ttft_p95_ms: ms }) => ms ?? 0),
    },
    {
      name: t('kpis.refused'),
      value: formatCount(total.refused),
      now: total.refused,
      before: previous.refused,
      points: series.map(({ refused }) => refused),
    },
  ];
  return (
    <Stack gap="lg">
      <Notices notices={overview.notices} />
      <SimpleGrid cols={{ base: 2, md: 3, lg: 5 }}>
        {kpis.map((kpi) => (
          <Kpi key={kpi.name} {...kpi} />
        ))}
      </SimpleGrid>
      <Grid>
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <CardBoundary>
            <SpendChart overview={overview} />
          </CardBoundary>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Card withBorder h="100%">
            <Stack>
              <Title order={2}>{t('limits')}</Title>
              {limits.length === 0 && (
                <Text size="sm" c="dimmed">
                  {t('no_limits')}
                </Text>
              )}
              {limits.map((use) => (
                <BudgetBar key={`${use.limit} ${use.workload_id ?? ''}`} use={use} />
              ))}
            </Stack>
          </Card>
        </Grid.Col>
      </Grid>
      <Section title={t('newest')}>
        <LatestCalls calls={newest} />
      </Section>
    </Stack>
  );
}
