import { Anchor, Button, Group, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconApps, IconPlus, IconSearch } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { asList, PAGED } from '../../api/as-list';
import { api } from '../../api/client';
import { useReach } from '../../api/session';
import { EmptyState } from '../../components/empty-state';
import { Money } from '../../components/money';
import { Page } from '../../components/page';
import { ResourceTable, type Column, type Listed } from '../../components/resource-table';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { NewWorkload } from './new-workload';
import type { Workload } from './settings';

const route = getRouteApi('/inside/workloads');
const PATH = '/admin/v1/workloads';
const LIMIT = 200;

export function WorkloadsPage() {
  const { t } = useTranslation(['workloads', 'common']);
  const go = useNavigate();
  const { q = '' } = route.useSearch();
  const canManage = useReach('workload:manage') !== undefined;
  const [isMaking, { open, close }] = useDisclosure();
  const query = api.useInfiniteQuery('get', PATH, { params: { query: { limit: LIMIT } } }, PAGED);
  const list = matching(asList<Workload>(query), q);
  const filter = (text: string) =>
    void go({ to: '/workloads', search: text ? { q: text } : {}, replace: true });
  const create = canManage && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open} data-shortcut="n">
      {t('new')}
    </Button>
  );
  return (
    <Page title={t('title')} about={t('about')} actions={create}>
      <TextInput
        aria-label={t('filter')}
        placeholder={t('filter')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={q}
        onChange={({ currentTarget }) => filter(currentTarget.value)}
        maw={360}
        data-shortcut="f"
      />
      <ResourceTable
        list={list}
        columns={columns(t)}
        rowKey={({ id }) => id}
        label={t('title')}
        onOpen={({ id }) => void go({ to: '/workloads/$id', params: { id } })}
        empty={
          q ? (
            <EmptyState
              icon={IconSearch}
              text={t('no_match', { q })}
              action={
                <Button variant="default" onClick={() => filter('')}>
                  {t('common:clear_filters')}
                </Button>
              }
            />
          ) : (
            <EmptyState icon={IconApps} text={t('empty')} action={create} docs="/docs" />
          )
        }
      />
      {isMaking && <NewWorkload onClose={close} />}
    </Page>
  );
}

const columns = (t: TFunction<['workloads', 'common']>): Column<Workload>[] => [
  {
    key: 'name',
    header: t('name'),
    cell: ({ id, name, managed_by_file: isOfFile }) => (
      <Group gap="xs" wrap="nowrap">
        <Anchor
          renderRoot={(root) => <Link to="/workloads/$id" params={{ id }} {...root} />}
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
        >
          {name}
        </Anchor>
        {isOfFile && <StatusBadge tone="info">{t('of_file')}</StatusBadge>}
      </Group>
    ),
  },
  {
    key: 'models',
    header: t('models.short'),
    from: 'md',
    cell: ({ settings }) => settings.allowed_models.join(', ') || t('models.any'),
  },
  {
    key: 'protection',
    header: t('protection.short'),
    from: 'lg',
    cell: ({ settings }) =>
      settings.protection.mode ? t(`modes.${settings.protection.mode}`) : <Inherited />,
  },
  {
    key: 'scope',
    header: t('scope.short'),
    from: 'lg',
    cell: ({ settings }) => t(`scope.modes.${settings.scope.mode}`),
  },
  {
    key: 'rpm',
    header: t('limits.rpm_short'),
    from: 'sm',
    align: 'right',
    cell: ({ settings }) => settings.rpm?.toLocaleString('en') ?? t('limits.none'),
  },
  {
    key: 'tpm',
    header: t('limits.tpm_short'),
    from: 'md',
    align: 'right',
    cell: ({ settings }) => settings.tpm?.toLocaleString('en') ?? t('limits.none'),
  },
  {
    key: 'budget',
    header: t('limits.budget'),
    align: 'right',
    cell: ({ settings: { budget } }) =>
      budget ? (
        <>
          <Money amount={budget.amount} />{' '}
          <Text span size="sm" c="dimmed">
            {t(`periods_short.${budget.period}`)}
          </Text>
        </>
      ) : (
        t('limits.none')
      ),
  },
  {
    key: 'created',
    header: t('created'),
    from: 'lg',
    cell: ({ created_at: at }) => <When at={at} />,
  },
];

function Inherited() {
  const { t } = useTranslation();
  return (
    <Text span size="sm" c="dimmed">
      {t('inherited')}
    </Text>
  );
}

const matching = (list: Listed<Workload>, q: string): Listed<Workload> => ({
  ...list,
  rows: list.rows?.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase())),
});
