import { Alert, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSearch, IconTool } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { asList, PAGED } from '../../api/as-list';
import { api } from '../../api/client';
import { useReach } from '../../api/session';
import { AddButton } from '../../components/add-button';
import { EmptyState } from '../../components/empty-state';
import { FilterBar, useFilters } from '../../components/filter-bar';
import { Page } from '../../components/page';
import { ResourceTable, type Column } from '../../components/resource-table';
import { StatusBadge } from '../../components/status-badge';
import { NewProvider } from '../providers/new-provider';
import { ProviderDrawer } from '../providers/provider-drawer';
import { TOOL_FAMILY } from '../providers/provider-model';
import { TOOL_SERVERS, type ToolServer } from './tool-model';

const LIMIT = 200; // As many as the API answers at once; nobody has so many.

/** Servers of tools; each is a provider, and opens as one. */
export function ToolsPage() {
  const { t } = useTranslation(['routing', 'common']);
  const { values, set } = useFilters();
  const canManage = useReach('provider:manage') !== undefined;
  const [isAdding, { open, close }] = useDisclosure();
  const query = api.useInfiniteQuery(
    'get',
    TOOL_SERVERS,
    { params: { query: { limit: LIMIT } } },
    PAGED,
  );
  const list = asList<ToolServer>(query);
  const { q, server } = values;
  const part = q?.toLowerCase() ?? '';
  const rows = list.rows?.filter(({ name, base_url: address }) =>
    `${name}\n${address}`.toLowerCase().includes(part),
  );
  const create = (
    <AddButton isAllowed={canManage} onClick={open}>
      {t('tools.new')}
    </AddButton>
  );
  return (
    <Page title={t('tools.title')} about={t('tools.about')} actions={create}>
      {!canManage && <Alert color="indigo">{t('common:read_only')}</Alert>}
      <FilterBar filters={[{ name: 'q', label: t('tools.filter'), width: 260 }]} />
      <ResourceTable
        list={{ ...list, rows }}
        columns={useColumns()}
        rowKey={({ id }) => id}
        label={t('tools.title')}
        onOpen={({ id }) => set({ server: id })}
        empty={
          q === undefined ? (
            <EmptyState icon={IconTool} text={t('tools.empty')} action={create} docs="/docs" />
          ) : (
            <EmptyState
              icon={IconSearch}
              text={t('tools.no_match')}
              action={
                <Button variant="default" onClick={() => set({ q: undefined })}>
                  {t('common:clear_filters')}
                </Button>
              }
            />
          )
        }
      />
      {isAdding && (
        <NewProvider
          title={t('tools.new')}
          family={TOOL_FAMILY}
          onClose={close}
          onMade={(name) => {
            close();
            set({ server: name });
          }}
        />
      )}
      {server !== undefined && (
        <ProviderDrawer id={server} onClose={() => set({ server: undefined })} />
      )}
    </Page>
  );
}

function useColumns(): Column<ToolServer>[] {
  const { t } = useTranslation('routing');
  return [
    {
      key: 'name',
      header: t('name'),
      width: 180,
      cell: ({ name }) => (
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
      ),
    },
    {
      key: 'address',
      header: t('providers.address'),
      from: 'md',
      cell: ({ base_url: address }) => (
        <Text size="sm" maw={320} truncate title={address}>
          {address.replace(/^https:\/\//, '')}
        </Text>
      ),
    },
    {
      key: 'tools',
      header: t('tools.approved_tools'),
      cell: ({ tools }) => (
        <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {tools.length === 0 ? t('tools.no_tools') : tools.join(', ')}
        </Text>
      ),
    },
    {
      key: 'beside',
      header: t('tools.beside.title'),
      from: 'md',
      cell: ({ methods }) => (
        <Text size="sm">
          {methods.length === 0
            ? t('tools.no_tools')
            : methods.map((method) => t(`tools.beside.methods.${method}.name`)).join(', ')}
        </Text>
      ),
    },
    {
      key: 'status',
      header: t('providers.status'),
      cell: ({ enabled, trusted }) => (
        <Group gap={4}>
          <StatusBadge tone={enabled ? 'good' : 'quiet'}>
            {t(enabled ? 'providers.enabled' : 'providers.disabled')}
          </StatusBadge>
          {trusted && <StatusBadge tone="warn">{t('tools.access.is_trusted')}</StatusBadge>}
        </Group>
      ),
    },
  ];
}
