import { Progress, Stack, Text } from '@mantine/core';
import { IconFileText, IconReload, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { asList, PAGED } from '../../api/as-list';
import { api } from '../../api/client';
import { askAnew, useReach } from '../../api/session';
import { EmptyState } from '../../components/empty-state';
import { notifyDone } from '../../components/notify';
import { ResourceTable, type Column } from '../../components/resource-table';
import { RowMenu } from '../../components/row-menu';
import { StatusBadge } from '../../components/status-badge';
import { formatBytes } from '../../lib/numbers';
import { DOCUMENT, DOCUMENTS, isOpen, shareOf, TONES, type StoreDocument } from './model';

const LIMIT = 50;
const LOOK_MS = 1_000;

interface Of {
  readonly store: string;
  readonly workload: string | undefined;
}

/** What is in a store, and how far it is. */
export function StoreDocuments(of: Of) {
  const { t } = useTranslation('knowledge');
  const query = api.useInfiniteQuery(
    'get',
    DOCUMENTS,
    { params: { path: { id: of.store }, query: { limit: LIMIT } } },
    {
      ...PAGED,
      // What is being read moves; all else stands still.
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ data }) => data.some(isOpen)) ? LOOK_MS : false,
    },
  );
  const queries = useQueryClient();
  const isReading = query.data?.pages.some(({ data }) => data.some(isOpen)) ?? false;
  const wasReading = useRef(false);
  useEffect(() => {
    if (wasReading.current && !isReading) void askAnew(queries); // The store has more passages now.
    wasReading.current = isReading;
  }, [isReading, queries]);
  return (
    <ResourceTable
      list={asList<StoreDocument>(query)}
      columns={useColumns(of)}
      rowKey={({ id }) => id}
      label={t('documents')}
      empty={<EmptyState icon={IconFileText} text={t('no_documents')} docs="/docs" />}
    />
  );
}

function useColumns(of: Of): Column<StoreDocument>[] {
  const { t } = useTranslation('knowledge');
  return [
    {
      key: 'file',
      header: t('file'),
      cell: ({ filename, error }) => (
        <Stack gap={2}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {filename}
          </Text>
          {error && (
            <Text size="xs" c="dimmed">
              {error.message}
            </Text>
          )}
        </Stack>
      ),
    },
    { key: 'status', header: t('status'), cell: (one) => <Status document={one} /> },
    {
      key: 'passages',
      header: t('passages'),
      align: 'right',
      from: 'sm',
      cell: ({ passages }) => passages ?? '—',
    },
    {
      key: 'size',
      header: t('size'),
      align: 'right',
      from: 'sm',
      cell: ({ bytes }) => formatBytes(bytes),
    },
    {
      key: 'actions',
      header: t('actions'),
      align: 'right',
      cell: (one) => <Actions document={one} of={of} />,
    },
  ];
}

function Status({ document }: { document: StoreDocument }) {
  const { t } = useTranslation('knowledge');
  const share = shareOf(document);
  return (
    <Stack gap={4} align="flex-start">
      <StatusBadge tone={TONES[document.status]}>{t(`statuses.${document.status}`)}</StatusBadge>
      {isOpen(document) && share !== null && (
        <Progress w={96} value={share} aria-label={t('progress')} animated />
      )}
    </Stack>
  );
}

function Actions({ document, of }: { document: StoreDocument; of: Of }) {
  const { t } = useTranslation('knowledge');
  const queries = useQueryClient();
  const canManage = useReach('knowledge:manage') !== undefined;
  const canUpload = useReach('knowledge:upload') !== undefined;
  const done = (text: string) => () => {
    notifyDone(text);
    void askAnew(queries);
  };
  const remove = api.useMutation('delete', DOCUMENT, { onSuccess: done(t('deleted')) });
  const retry = api.useMutation('post', `${DOCUMENT}/retry`, { onSuccess: done(t('tried')) });
  const path = { id: of.store, document: document.id };
  const again = {
    label: t('retry'),
    icon: IconReload,
    run: () =>
      retry.mutate({ params: { path, query: of.workload ? { workload: of.workload } : {} } }),
  };
  const gone = {
    label: t('delete_document'),
    icon: IconTrash,
    isDangerous: true,
    run: () => remove.mutate({ params: { path } }),
  };
  const actions = [
    ...(canUpload && document.status === 'failed' ? [again] : []),
    ...(canManage ? [gone] : []),
  ];
  return actions.length > 0 ? <RowMenu of={document.filename} actions={actions} /> : null;
}
