import { Button, Switch, Text } from '@mantine/core';
import { IconListSearch, IconRefresh } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { asList, PAGED } from '../../api/as-list';
import { api } from '../../api/client';
import { CardBoundary } from '../../components/card-boundary';
import { EmptyState } from '../../components/empty-state';
import { FilterBar, useFilters } from '../../components/filter-bar';
import { Page } from '../../components/page';
import { ResourceTable } from '../../components/resource-table';
import { SavedViews } from '../../components/saved-views';
import { auditColumns } from './audit-columns';
import { CallDrawer } from './call-drawer';
import type { Call } from './call-model';
import { Histogram } from './histogram';
import { LogChecks } from './log-checks';
import { auditQueryOf, useAuditFilters } from './use-audit-filters';
import { useTail } from './use-tail';

const route = getRouteApi('/inside/audit');
const LIMIT = 50;
const COUNTED_MS = 30_000; // A count of a month is not made anew with each call.

export function AuditPage() {
  const { t } = useTranslation(['audit', 'common']);
  const search = route.useSearch();
  const { set } = useFilters();
  const query = auditQueryOf(search);
  const isLive = search.live !== undefined;
  const list = api.useInfiniteQuery(
    'get',
    '/admin/v1/audit',
    { params: { query: { ...query, limit: LIMIT } } },
    PAGED,
  );
  const counted = api.useQuery(
    'get',
    '/admin/v1/audit',
    { params: { query: { ...query, limit: 1, histogram: true } } },
    {
      staleTime: COUNTED_MS,
      refetchInterval: isLive && COUNTED_MS,
      placeholderData: keepPreviousData,
    },
  );
  const tail = useTail(isLive, list);
  return (
    <Page
      title={t('title')}
      about={t('about')}
      actions={
        <>
          <Switch
            label={t('live.on')}
            title={t('live.help')}
            checked={isLive}
            onChange={({ currentTarget }) =>
              set({ live: currentTarget.checked ? 'yes' : undefined })
            }
          />
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => {
              void list.refetch();
              void counted.refetch();
            }}
            data-shortcut="r"
          >
            {t('refresh')}
          </Button>
          <SavedViews page="/audit" search={{ ...search, call: undefined }} />
          <LogChecks />
        </>
      }
    >
      <FilterBar filters={useAuditFilters()} />
      <CardBoundary>
        <Histogram
          histogram={counted.data?.histogram ?? null}
          onSelect={(from, to) => set({ from, to })}
        />
      </CardBoundary>
      {tail !== 'off' && tail !== 'on' && (
        <Text size="sm" c="dimmed" role="status">
          {t(`live.${tail}`)}
        </Text>
      )}
      <ResourceTable
        list={asList<Call>(list)}
        columns={auditColumns(t)}
        rowKey={({ id }) => id}
        label={t('title')}
        onOpen={({ id }) => set({ call: id })}
        empty={<Empty />}
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

function Empty() {
  const { t } = useTranslation(['audit', 'common']);
  const go = useNavigate();
  const search = route.useSearch();
  const isFiltered = Object.keys(search).some((name) => name !== 'call' && name !== 'live');
  return (
    <EmptyState
      icon={IconListSearch}
      text={t(isFiltered ? 'no_match' : 'empty')}
      action={
        isFiltered ? (
          <Button
            variant="default"
            onClick={() => void go({ to: '/audit', search: {}, replace: true })}
          >
            {t('common:clear_filters')}
          </Button>
        ) : (
          <Button renderRoot={(root) => <Link to="/keys" {...root} />}>{t('new_key')}</Button>
        )
      }
    />
  );
}
