import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { askAnew, useReach } from '../../api/session';
import { ConfirmType } from '../../components/confirm-type';
import { CopyText } from '../../components/copy-text';
import { Facts } from '../../components/facts';
import { Loadable } from '../../components/loadable';
import { notifyDone } from '../../components/notify';
import { When } from '../../components/when';
import { ChargedTo } from './charged-to';
import { StoreDocuments } from './documents';
import { Engine } from './engine';
import { STORE, type Store } from './model';
import { TrySearch } from './try-search';
import { UploadDocument } from './upload-document';

const LOOK_MS = 2_000;

/** One store: its documents, another one, and a search. */
export function StoreDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('knowledge');
  const query = api.useQuery(
    'get',
    STORE,
    { params: { path: { id } } },
    // An index grows by itself; all else stands still.
    { refetchInterval: ({ state }) => (state.data?.index?.state === 'building' ? LOOK_MS : false) },
  );
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(900px, 95vw)"
      title={query.data?.name ?? t('store')}
    >
      <Loadable query={query}>{(store) => <Details store={store} onGone={onClose} />}</Loadable>
    </Drawer>
  );
}

function Details({ store, onGone }: { store: Store; onGone: () => void }) {
  const { t } = useTranslation('knowledge');
  const canManage = useReach('knowledge:manage') !== undefined;
  const canUpload = useReach('knowledge:upload') !== undefined;
  const canSearch = useReach('playground:use') !== undefined;
  const [workload, setWorkload] = useState<string | undefined>();
  const [isDeleting, { open, close }] = useDisclosure();
  return (
    <Stack>
      <Facts
        label={t('store')}
        rows={[
          [t('id'), <CopyText key="id" text={store.id} size="sm" />],
          [t('model'), store.embedding_model],
          [
            t('passages'),
            t('passages_of', {
              count: store.passages,
              tokens: store.passage_tokens,
              overlap: store.overlap_tokens,
            }),
          ],
          [t('engine'), <Engine key="engine" store={store} />],
          [t('workloads'), store.workloads.join(', ') || t('no_workloads')],
          [t('since'), <When key="since" at={store.created_at} />],
        ]}
      />
      {(canUpload || canSearch) && <ChargedTo workload={workload} onChange={setWorkload} />}
      {canUpload && <UploadDocument store={store.id} workload={workload} />}
      <StoreDocuments store={store.id} workload={workload} />
      {canSearch && <TrySearch store={store.id} workload={workload} />}
      {canManage && (
        <Group justify="flex-end">
          <Button
            size="xs"
            variant="light"
            color="red"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={open}
          >
            {t('delete.action')}
          </Button>
        </Group>
      )}
      {isDeleting && <DeleteStore store={store} onClose={close} onGone={onGone} />}
    </Stack>
  );
}

function DeleteStore(props: { store: Store; onClose: () => void; onGone: () => void }) {
  const { t } = useTranslation('knowledge');
  const queries = useQueryClient();
  const { store, onClose, onGone } = props;
  const { id, name } = store;
  const { mutate, isPending } = api.useMutation('delete', STORE, {
    onSuccess: () => {
      notifyDone(t('delete.done', { name }));
      onGone();
      void askAnew(queries);
    },
  });
  return (
    <ConfirmType
      title={t('delete.title', { name })}
      name={name}
      action={t('delete.action')}
      isBusy={isPending}
      onConfirm={() => mutate({ params: { path: { id } } })}
      onClose={onClose}
    >
      <Text span>{t('delete.detail')}</Text>
    </ConfirmType>
  );
}
