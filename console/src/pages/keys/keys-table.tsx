import { Anchor, Stack, Text } from '@mantine/core';
import { IconBan, IconKey, IconRotate } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { asList, PAGED } from '../../api/as-list';
import { api } from '../../api/client';
import type { operations } from '../../api/schema';
import { useReach } from '../../api/session';
import { CopyText } from '../../components/copy-text';
import { EmptyState } from '../../components/empty-state';
import { ResourceTable, type Column } from '../../components/resource-table';
import { RowMenu } from '../../components/row-menu';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import type { Key } from './key-model';
import { RevokeKey } from './revoke-key';
import { RotateKey } from './rotate-key';

type Query = NonNullable<operations['listKeys']['parameters']['query']>;
const TONES = { active: 'good', expired: 'warn', revoked: 'quiet' } as const;

/** Keys with what can be done to each; those of one workload, or of all. */
export function KeysTable({ query, action }: { query: Query; action: ReactNode }) {
  const { t } = useTranslation('keys');
  const canManage = useReach('key:manage') !== undefined;
  const [rotating, setRotating] = useState<Key | null>(null);
  const [revoking, setRevoking] = useState<Key | null>(null);
  const list = api.useInfiniteQuery('get', '/admin/v1/keys', { params: { query } }, PAGED);
  const menu = (key: Key) =>
    key.status !== 'revoked' &&
    !key.managed_by_file && (
      <RowMenu
        of={key.name}
        actions={[
          {
            label: t('rotate.action'),
            icon: IconRotate,
            isOff: key.rotated_to !== null || key.status === 'expired',
            run: () => setRotating(key),
          },
          {
            label: t('revoke.action'),
            icon: IconBan,
            isDangerous: true,
            run: () => setRevoking(key),
          },
        ]}
      />
    );
  const columns: Column<Key>[] = [
    {
      key: 'name',
      header: t('name'),
      cell: ({ name, prefix }) => (
        <Stack gap={0}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <CopyText text={prefix} size="xs" />
        </Stack>
      ),
    },
    {
      key: 'workload',
      header: t('workload'),
      from: 'sm',
      cell: ({ workload_id: id, workload_name: name }) => (
        <Anchor renderRoot={(root) => <Link to="/workloads/$id" params={{ id }} {...root} />}>
          {name}
        </Anchor>
      ),
    },
    {
      key: 'env',
      header: t('env'),
      from: 'md',
      cell: ({ env }) => (
        <StatusBadge tone={env === 'live' ? 'info' : 'quiet'}>{t(`envs.${env}`)}</StatusBadge>
      ),
    },
    {
      key: 'created',
      header: t('created'),
      from: 'lg',
      cell: ({ created_at: at }) => <When at={at} />,
    },
    {
      key: 'expires',
      header: t('expires'),
      from: 'md',
      cell: ({ expires_at: at }) => (at ? <When at={at} /> : t('never')),
    },
    {
      key: 'used',
      header: t('last_used'),
      from: 'md',
      cell: ({ last_used_at: at }) => (at ? <When at={at} /> : t('not_yet')),
    },
    {
      key: 'status',
      header: t('status'),
      cell: ({ status, rotated_to: next }) => (
        <StatusBadge tone={next && status === 'active' ? 'warn' : TONES[status]}>
          {t(next && status === 'active' ? 'rotating' : `statuses.${status}`)}
        </StatusBadge>
      ),
    },
    ...(canManage
      ? [{ key: 'menu', header: t('actions'), width: 80, align: 'right' as const, cell: menu }]
      : []),
  ];
  return (
    <>
      <ResourceTable
        list={asList<Key>(list)}
        columns={columns}
        rowKey={({ id }) => id}
        label={t('title')}
        empty={<EmptyState icon={IconKey} text={t('empty')} action={action} docs="/docs" />}
      />
      {rotating && <RotateKey of={rotating} onClose={() => setRotating(null)} />}
      {revoking && <RevokeKey of={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}
