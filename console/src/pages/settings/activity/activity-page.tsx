import { Button } from '@mantine/core';
import { IconDownload, IconHistory, IconRefresh } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { asList, PAGED } from '../../../api/as-list';
import { api } from '../../../api/client';
import { EmptyState } from '../../../components/empty-state';
import { FilterBar, useFilters } from '../../../components/filter-bar';
import { Page } from '../../../components/page';
import { ResourceTable } from '../../../components/resource-table';
import { activityColumns, type Activity } from './activity-columns';
import { ActivityDrawer } from './activity-drawer';
import { useActivityFilters } from './use-activity-filters';

const route = getRouteApi('/inside/settings/activity');
const LIMIT = 50;

/** Who changed what, when and from where. */
export function ActivityPage() {
  const { t } = useTranslation(['settings', 'common']);
  const go = useNavigate();
  const search = route.useSearch();
  const { set } = useFilters();
  const filters = filtersOf(search);
  const list = api.useInfiniteQuery(
    'get',
    '/admin/v1/activity',
    { params: { query: { ...filters, limit: LIMIT } } },
    PAGED,
  );
  const listed = asList<Activity>(list);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Page
      title={t('activity.title')}
      about={t('activity.about')}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => void list.refetch()}
            data-shortcut="r"
          >
            {t('activity.refresh')}
          </Button>
          <Button
            component="a"
            variant="default"
            href={`/admin/v1/activity/export?${new URLSearchParams(filters).toString()}`}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('activity.export')}
          </Button>
        </>
      }
    >
      <FilterBar filters={useActivityFilters()} />
      <ResourceTable
        list={listed}
        columns={activityColumns(t)}
        rowKey={({ id }) => id}
        label={t('activity.title')}
        onOpen={({ id }) => set({ entry: id })}
        empty={
          <EmptyState
            icon={IconHistory}
            text={t(isFiltered ? 'activity.no_match' : 'activity.empty')}
            action={
              isFiltered && (
                <Button
                  variant="default"
                  onClick={() => void go({ to: '/settings/activity', search: {}, replace: true })}
                >
                  {t('common:clear_filters')}
                </Button>
              )
            }
          />
        }
      />
      {search.entry && listed.rows && (
        <ActivityDrawer
          activity={listed.rows.find(({ id }) => id === search.entry)}
          onClose={() => set({ entry: undefined })}
        />
      )}
    </Page>
  );
}

/** What the API asks for; what somebody is still typing is left out. */
function filtersOf({ action, actor, from, to }: ReturnType<typeof route.useSearch>) {
  return {
    ...(/^[a-z][a-z_.-]*$/.test(action ?? '') && { action: action ?? '' }),
    ...(/^(member|token) [\w-]+$/.test(actor ?? '') && { actor: actor ?? '' }),
    ...(from && { from: new Date(from).toISOString() }),
    ...(to && { to: new Date(to).toISOString() }),
  };
}
