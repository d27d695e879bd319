import { Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconBan, IconKey, IconPencil, IconRotate } from '@tabler/icons-react';
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
import { EditKey } from './edit-key';
import type { Key } from './key-model';
import { RevokeKey } from './revoke-key';
import { RotateKey } from './rotate-key';
import { RotateKeys } from './rotate-keys';

type Query = NonNullable<operations['listKeys']['parameters']['query']>;
const TONES = { active: 'good', expired: 'warn', revoked: 'quiet' } as const;

const ROTATED_MAX = 50; // Of one request, as the API has it.

const mayRotate = ({ status, rotated_to: next, managed_by_file: isOfFile }: Key): boolean =>
  status === 'active' && next === null && !isOfFile;

/** Keys with what can be done to each; those of one workload, or of all. */
export function KeysTable({ query, action }: { query: Query; action: ReactNode }) {
  const { t } = useTranslation('keys');
  const canManage = useReach('key:manage') !== undefined;
  const [rotating, setRotating] = useState<Key | null>(null);
  const [revoking, setRevoking] = useState<Key | null>(null);
  const [edited, setEdited] = useState<Key | null>(null);
  const [selected, setSelected] = useState<readonly Key[]>([]);
  const [isRotatingAll, setRotatingAll] = useState(false);
  const list = api.useInfiniteQuery('get', '/admin/v1/keys', { params: { query } }, PAGED);
  const menu = (key: Key) =>
    key.status !== 'revoked' &&
    !key.managed_by_file && (
      <RowMenu
        of={key.name}
        actions={[
          { label: t('edit.action'), icon: IconPencil, run: () => setEdited(key) },
          {
            label: t('rotate.action'),
            icon: IconRotate,
            isOff: !mayRotate(key),
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
  const select = (key: Key) =>
    mayRotate(key) && (
      <Checkbox
        aria-label={t('select_one', { name: key.name })}
        checked={selected.some(({ id }) => id === key.id)}
        disabled={selected.length >= ROTATED_MAX && !selected.some(({ id }) => id === key.id)}
        onChange={({ currentTarget: { checked } }) =>
          setSelected((before) =>
            checked ? [...before, key] : before.filter(({ id }) => id !== key.id),
          )
        }
      />
    );
  const columns: Column<Key>[] = [
    ...(canManage ? [{ key: 'select', header: t('select'), width: 70, cell: select }] : []),
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
      {selected.length > 0 && (
        <Group gap="sm" role="status">
          <Text size="sm">{t('selected', { count: selected.length })}</Text>
          <Button
            size="xs"
            leftSection={<IconRotate size={14} aria-hidden />}
            onClick={() => setRotatingAll(true)}
          >
            {t('rotate.many', { count: selected.length })}
          </Button>
          <Button size="xs" variant="default" onClick={() => setSelected([])}>
            {t('unselect')}
          </Button>
        </Group>
      )}
      <ResourceTable
        list={asList<Key>(list)}
        columns={columns}
        rowKey={({ id }) => id}
        label={t('title')}
        empty={<EmptyState icon={IconKey} text={t('empty')} action={action} docs="/docs" />}
      />
      {rotating && <RotateKey of={rotating} onClose={() => setRotating(null)} />}
      {isRotatingAll && (
        <RotateKeys
          of={selected}
          onClose={() => {
            setRotatingAll(false);
            setSelected([]);
          }}
        />
      )}
      {edited && <EditKey of={edited} onClose={() => setEdited(null)} />}
      {revoking && <RevokeKey of={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}
