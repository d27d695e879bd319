import { Alert, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlugConnected, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { asList, PAGED } from '../../api/as-list';
import { api } from '../../api/client';
import { useReach } from '../../api/session';
import { AddButton } from '../../components/add-button';
import { EmptyState } from '../../components/empty-state';
import { FilterBar, useFilters } from '../../components/filter-bar';
import { Page } from '../../components/page';
import { ResourceTable, type Listed } from '../../components/resource-table';
import { NewProvider } from './new-provider';
import { useProviderColumns } from './provider-columns';
import { ProviderDrawer } from './provider-drawer';
import { PROVIDERS, type Provider } from './provider-model';

const LIMIT = 200; // As many as the API answers at once; nobody has so many.
const STATUSES = ['enabled', 'disabled'] as const;

export function ProvidersPage() {
  const { t } = useTranslation(['routing', 'common']);
  const { values, set } = useFilters();
  const canManage = useReach('provider:manage') !== undefined;
  const [isAdding, { open, close }] = useDisclosure();
  const query = api.useInfiniteQuery(
    'get',
    PROVIDERS,
    { params: { query: { limit: LIMIT } } },
    PAGED,
  );
  const all = asList<Provider>(query);
  const { q, status, provider } = values;
  const isFiltered = q !== undefined || status !== undefined;
  const create = (
    <AddButton isAllowed={canManage} onClick={open}>
      {t('providers.new')}
    </AddButton>
  );
  const columns = useProviderColumns();
  return (
    <Page title={t('providers.title')} about={t('providers.about')} actions={create}>
      {!canManage && <Alert color="indigo">{t('common:read_only')}</Alert>}
      <FilterBar
        filters={[
          { name: 'q', label: t('providers.filter'), width: 260 },
          {
            name: 'status',
            label: t('providers.status'),
            options: STATUSES.map((value) => ({ value, label: t(`providers.${value}`) })),
          },
        ]}
      />
      <ResourceTable
        list={matching(all, q, status)}
        columns={columns}
        rowKey={({ id }) => id}
        label={t('providers.title')}
        onOpen={({ id }) => set({ provider: id })}
        empty={
          isFiltered ? (
            <EmptyState
              icon={IconSearch}
              text={t('providers.no_match')}
              action={
                <Button variant="default" onClick={() => set({ q: undefined, status: undefined })}>
                  {t('common:clear_filters')}
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={IconPlugConnected}
              text={t('providers.empty')}
              action={create}
              docs="/docs"
            />
          )
        }
      />
      {isAdding && (
        <NewProvider
          title={t('providers.new')}
          onClose={close}
          onMade={(name) => {
            close();
            set({ provider: name });
          }}
        />
      )}
      {provider !== undefined && (
        <ProviderDrawer id={provider} onClose={() => set({ provider: undefined })} />
      )}
    </Page>
  );
}

function matching(
  list: Listed<Provider>,
  q: string | undefined,
  status: string | undefined,
): Listed<Provider> {
  const part = q?.toLowerCase() ?? '';
  const rows = list.rows?.filter(
    ({ name, settings: { family, base_url: address, enabled } }) =>
      `${name}\n${family}\n${address}`.toLowerCase().includes(part) &&
      (status === undefined || enabled === (status === 'enabled')),
  );
  return { ...list, rows };
}
