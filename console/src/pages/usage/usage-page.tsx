import { Button } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { inFull } from '../../api/as-list';
import { api, type Schemas } from '../../api/client';
import { useTimeZone } from '../../api/organisation';
import { CardBoundary } from '../../components/card-boundary';
import { EmptyState } from '../../components/empty-state';
import { FilterBar, type Filter } from '../../components/filter-bar';
import { Loadable } from '../../components/loadable';
import { Page } from '../../components/page';
import { ResourceTable } from '../../components/resource-table';
import { SavedViews } from '../../components/saved-views';
import { outcomeIn, useSeriesFilters } from '../../components/use-series-filters';
import { useNow } from '../../lib/use-now';
import { UsageChart } from './usage-chart';
import { usageColumns } from './usage-columns';
import { UsageFigures } from './usage-figures';
import { callsOf } from './calls-of';
import { askedOf, rangeIn, RANGES } from './usage-range';

type Usage = Schemas['UsageView'];
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
const FORMATS = ['csv', 'json'] as const;

export function UsagePage() {
  const { t } = useTranslation('usage');
  const search = route.useSearch();
  const { group, days, from, to, outcome, ...series } = search;
  const known = outcomeIn(outcome);
  const timeZone = useTimeZone();
  const now = useNow();
  const query = {
    ...series,
    ...(known && { outcome: known }),
    ...askedOf(
      { ...(days && { days }), ...(from && { from }), ...(to && { to }) },
      timeZone ?? 'UTC',
      now,
    ),
    group_by: GROUPS.find((one) => one === group) ?? 'workload',
  };
  const usage = api.useQuery(
    'get',
    '/admin/v1/usage',
    { params: { query } },
    {
      enabled: timeZone !== undefined,
      placeholderData: (before: Usage | undefined) => before,
    },
  );
  return (
    <Page
      title={t('title')}
      about={t('about')}
      actions={
        <>
          {FORMATS.map((format) => (
            <Button
              key={format}
              component="a"
              href={`/admin/v1/usage/export?${new URLSearchParams({ ...query, format }).toString()}`}
              download
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t(`formats.${format}`)}
            </Button>
          ))}
          <SavedViews page="/usage" search={search} />
        </>
      }
    >
      <FilterBar filters={useUsageFilters(rangeIn(days) === 'custom')} />
      <Loadable query={usage}>
        {(loaded) => (
          <Loaded usage={loaded} timeZone={timeZone ?? 'UTC'} isMonth={days === 'month'} />
        )}
      </Loadable>
    </Page>
  );
}

function useUsageFilters(isCustom: boolean): readonly Filter[] {
  const { t } = useTranslation('usage');
  const { workload, outcome, model, ...further } = useSeriesFilters();
  const range: readonly Filter[] = [
    { name: 'from', label: t('from'), type: 'date', width: 160 },
    { name: 'to', label: t('to'), type: 'date', width: 160 },
  ];
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
      options: RANGES.map((value) => ({ value, label: t(`ranges.${value}`) })),
    },
    ...(isCustom ? range : []),
    workload,
    { ...model, isFurther: true },
    { ...outcome, isFurther: true },
    ...Object.values(further),
  ];
}

function Loaded(props: { usage: Usage; timeZone: string; isMonth: boolean }) {
  const { t } = useTranslation('usage');
  const go = useNavigate();
  const search = route.useSearch();
  const { usage, timeZone, isMonth } = props;
  return (
    <>
      <UsageFigures usage={usage} timeZone={timeZone} isMonth={isMonth} />
      <CardBoundary>
        <UsageChart usage={usage} timeZone={timeZone} />
      </CardBoundary>
      <ResourceTable
        list={inFull(usage.groups)}
        columns={usageColumns(t, usage)}
        rowKey={({ group }) => group}
        label={t('title')}
        onOpen={({ group }) =>
          void go({ to: '/audit', search: callsOf(usage, group, search, timeZone) })
        }
        empty={<EmptyState icon={IconChartBar} text={t('empty')} />}
      />
    </>
  );
}
