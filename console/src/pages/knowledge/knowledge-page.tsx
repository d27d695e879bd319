import { Alert, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBooks } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { asWhole } from '../../api/as-list';
import { api } from '../../api/client';
import { useReach } from '../../api/session';
import { AddButton } from '../../components/add-button';
import { EmptyState } from '../../components/empty-state';
import { useFilters } from '../../components/filter-bar';
import { Page } from '../../components/page';
import { ResourceTable, type Column } from '../../components/resource-table';
import { StatusBadge } from '../../components/status-badge';
import { formatBytes } from '../../lib/numbers';
import { INDEX_TONES, STORES, type Store } from './model';
import { NewStore } from './new-store';
import { StoreDrawer } from './store-drawer';

/** Stores of documents, and what is in them. */
export function KnowledgePage() {
  const { t } = useTranslation(['knowledge', 'common']);
  const { values, set } = useFilters();
  const canManage = useReach('knowledge:manage') !== undefined;
  const canUpload = useReach('knowledge:upload') !== undefined;
  const [isAdding, { open, close }] = useDisclosure();
  const query = api.useQuery('get', STORES, {});
  const { store } = values;
  const create = (
    <AddButton isAllowed={canManage} onClick={open}>
      {t('new')}
    </AddButton>
  );
  return (
    <Page title={t('title')} about={t('about')} actions={create}>
      {!canManage && !canUpload && <Alert color="indigo">{t('common:read_only')}</Alert>}
      <ResourceTable
        list={asWhole<Store>(query)}
        columns={useColumns()}
        rowKey={({ id }) => id}
        label={t('title')}
        onOpen={({ id }) => set({ store: id })}
        empty={<EmptyState icon={IconBooks} text={t('empty')} action={create} docs="/docs" />}
      />
      {isAdding && (
        <NewStore
          onClose={close}
          onMade={(id) => {
            close();
            set({ store: id });
          }}
        />
      )}
      {store !== undefined && (
        <StoreDrawer key={store} id={store} onClose={() => set({ store: undefined })} />
      )}
    </Page>
  );
}

function useColumns(): Column<Store>[] {
  const { t } = useTranslation('knowledge');
  return [
    {
      key: 'name',
      header: t('name'),
      cell: ({ name }) => (
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
      ),
    },
    {
      key: 'model',
      header: t('model'),
      from: 'md',
      cell: ({ embedding_model: model }) => <Text size="sm">{model}</Text>,
    },
    {
      key: 'engine',
      header: t('engine'),
      from: 'lg',
      cell: ({ engine, index }) => (
        <Group gap="xs">
          <Text size="sm">{t(`engines_short.${engine}`)}</Text>
          {index && index.state !== 'ready' && (
            <StatusBadge tone={INDEX_TONES[index.state]}>{t(`index.${index.state}`)}</StatusBadge>
          )}
        </Group>
      ),
    },
    {
      key: 'documents',
      header: t('documents'),
      cell: ({ documents: { open, completed, failed } }) => (
        <Text size="sm">
          {[
            t('counts.completed', { count: completed }),
            open > 0 && t('counts.open', { count: open }),
            failed > 0 && t('counts.failed', { count: failed }),
          ]
            .filter(Boolean)
            .join(', ')}
        </Text>
      ),
    },
    {
      key: 'size',
      header: t('size'),
      align: 'right',
      from: 'sm',
      cell: ({ bytes }) => formatBytes(bytes),
    },
    {
      key: 'workloads',
      header: t('workloads'),
      from: 'sm',
      cell: ({ workloads }) => (
        <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {workloads.length === 0 ? t('no_workloads') : workloads.join(', ')}
        </Text>
      ),
    },
  ];
}
