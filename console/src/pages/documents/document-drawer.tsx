import { Alert, Badge, Button, Drawer, Group, List, Stack, Text } from '@mantine/core';
import { IconDownload, IconPlayerStop, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api/client';
import { askAnew } from '../../api/session';
import { Facts } from '../../components/facts';
import { Loadable } from '../../components/loadable';
import { notifyDone } from '../../components/notify';
import { FormProblem } from '../../components/form-problem';
import { When } from '../../components/when';
import { formatBytes } from '../../lib/numbers';
import { saveBlob } from '../../lib/save-blob';
import { Compare } from './compare';
import { JobStatus } from './job-status';
import { Mapping } from './mapping';
import { isOpen, JOB, JOBS, readResult, type Job } from './model';
import { momentOf } from './moment-of';

const LOOK_MS = 500;

/** One document: how far it is, what came of it, and before and after side by side. */
export function DocumentDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('documents');
  const query = api.useQuery(
    'get',
    JOB,
    { params: { path: { id } } },
    { refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? LOOK_MS : false) },
  );
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(1200px, 95vw)"
      title={query.data?.file.filename ?? t('document')}
    >
      <Loadable query={query}>{(job) => <Details job={job} onGone={onClose} />}</Loadable>
    </Drawer>
  );
}

function Details({ job, onGone }: { job: Job; onGone: () => void }) {
  const { t } = useTranslation('documents');
  const { result, error, progress, file, usage_info: usage } = job;
  return (
    <Stack>
      <Group justify="space-between">
        <JobStatus job={job} />
        <Actions job={job} onGone={onGone} />
      </Group>
      {isOpen(job) && (
        <Text size="sm" role="status">
          {t('at', {
            stage: t(`stages.${progress.stage as 'opening'}`),
            done: progress.pages_done,
            total: progress.pages_total,
          })}
        </Text>
      )}
      {error && (
        <Alert color="red" title={t('statuses.failed')}>
          {error.message}
        </Alert>
      )}
      {result && (
        <Stack gap="xs">
          <Group gap="xs">
            {result.entities.length === 0 && <Text size="sm">{t('nothing_found')}</Text>}
            {result.entities.map(({ type, count }) => (
              <Badge key={type} variant="light" radius="sm" tt="none" miw="max-content">
                {`${type} ${count}`}
              </Badge>
            ))}
          </Group>
          {result.warnings.length > 0 && (
            <Alert color="yellow" title={t('warnings')}>
              <List size="sm">
                {result.warnings.map((warning) => (
                  <List.Item key={warning}>{warning}</List.Item>
                ))}
              </List>
            </Alert>
          )}
        </Stack>
      )}
      {job.status === 'completed' && <Compare job={job} />}
      {job.status === 'completed' && <Mapping id={job.id} />}
      <Facts
        label={t('document')}
        rows={[
          [t('size'), formatBytes(file.bytes)],
          [t('type'), file.mime_type],
          [
            t('pages'),
            usage ? usage.pages_processed + usage.images_processed : progress.pages_total,
          ],
          [t('made'), <When key="made" at={momentOf(job.created_at)} />],
          [t('ended'), job.completed_at && <When key="ended" at={momentOf(job.completed_at)} />],
          [t('kept_until'), job.expires_at && <When key="kept" at={momentOf(job.expires_at)} />],
          [t('sha256'), result?.sha256],
          [t('id'), job.id],
        ]}
      />
    </Stack>
  );
}

function Actions({ job, onGone }: { job: Job; onGone: () => void }) {
  const { t } = useTranslation('documents');
  const queries = useQueryClient();
  const [isSure, setSure] = useState(false);
  const { id, result } = job;
  const params = { path: { id } };
  const done = (text: string) => {
    notifyDone(text);
    void askAnew(queries);
  };
  const cancel = useMutation({
    mutationFn: () => client.POST(`${JOB}/cancel`, { params }),
    onSuccess: () => done(t('cancelled')),
  });
  const remove = useMutation({
    mutationFn: () => client.DELETE(JOB, { params }),
    onSuccess: () => {
      onGone();
      notifyDone(t('deleted'));
      // The list alone: who asks for the job itself is told that there is none.
      void queries.invalidateQueries({ queryKey: ['get', JOBS] });
    },
  });
  const download = useMutation({
    meta: { isHandled: true },
    mutationFn: async () => {
      if (result) saveBlob(result.filename, await readResult(id, result.mime_type));
    },
  });
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="xs">
        {result && job.status === 'completed' && (
          <Button
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            {t('download')}
          </Button>
        )}
        {isOpen(job) && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlayerStop size={14} aria-hidden />}
            loading={cancel.isPending || job.status === 'cancelling'}
            onClick={() => cancel.mutate()}
          >
            {t('cancel')}
          </Button>
        )}
        <Button
          size="xs"
          variant="light"
          color="red"
          leftSection={<IconTrash size={14} aria-hidden />}
          loading={remove.isPending}
          // What is gone is gone: the second press says that it is meant.
          onClick={() => (isSure ? remove.mutate() : setSure(true))}
        >
          {t(isSure ? 'delete_sure' : 'delete')}
        </Button>
      </Group>
      <FormProblem error={download.error} />
    </Stack>
  );
}
