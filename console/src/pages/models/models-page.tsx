import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCpu, IconFileDiff, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { asList, PAGED } from '../../api/as-list';
import { api } from '../../api/client';
import { useReach } from '../../api/session';
import { EmptyState } from '../../components/empty-state';
import { FilterBar, useFilters } from '../../components/filter-bar';
import { Page } from '../../components/page';
import { ReasonButton } from '../../components/reason-button';
import { ResourceTable } from '../../components/resource-table';
import { ComparePrices } from './compare-prices';
import { useModelColumns } from './model-columns';
import { ModelDrawer } from './model-drawer';
import type { Model } from './model-model';
import { useModelFilters } from './use-model-filters';

const LIMIT = 50;
const NAMES = ['q', 'provider', 'zone', 'reachable', 'workload'] as const;

export function ModelsPage() {
  const { t } = useTranslation(['routing', 'common']);
  const { values, set } = useFilters();
  const canManage = useReach('model:manage') !== undefined;
  const [isComparing, { open, close }] = useDisclosure();
  const { q, provider, zone, reachable, workload, model } = values;
  const query = api.useInfiniteQuery(
    'get',
    '/admin/v1/models',
    {
      params: {
        query: {
          limit: LIMIT,
          ...(q && { q }),
          ...(provider && { provider }),
          ...(zone && { zone }),
          ...((reachable === 'true' || reachable === 'false') && { reachable }),
          ...(workload && { workload_id: workload }),
        },
      },
    },
    PAGED,
  );
  const isFiltered = NAMES.some((name) => values[name] !== undefined);
  const columns = useModelColumns();
  return (
    <Page
      title={t('models.title')}
      about={t('models.about')}
      actions={
        <ReasonButton
          variant="default"
          leftSection={<IconFileDiff size={16} aria-hidden />}
          reason={canManage ? undefined : t('common:read_only')}
          onClick={open}
        >
          {t('models.diff.action')}
        </ReasonButton>
      }
    >
      <FilterBar filters={useModelFilters(zone)} />
      <ResourceTable
        list={asList<Model>(query)}
        columns={columns}
        rowKey={({ id }) => id}
        label={t('models.title')}
        onOpen={({ id }) => set({ model: id })}
        empty={
          isFiltered ? (
            <EmptyState
              icon={IconSearch}
              text={t('models.empty')}
              action={
                <Button
                  variant="default"
                  onClick={() => set(Object.fromEntries(NAMES.map((name) => [name, undefined])))}
                >
                  {t('common:clear_filters')}
                </Button>
              }
            />
          ) : (
            <EmptyState icon={IconCpu} text={t('models.none')} docs="/docs" />
          )
        }
      />
      {isComparing && <ComparePrices onClose={close} />}
      {model !== undefined && (
        <ModelDrawer id={model} workload={workload} onClose={() => set({ model: undefined })} />
      )}
    </Page>
  );
}
