import { Alert, Button, Group, List, Modal, Progress, Stack, Text } from '@mantine/core';
import { IconDownload, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { useReach } from '../../api/session';
import { CopyText } from '../../components/copy-text';
import { ProblemAlert } from '../../components/problem-alert';
import type { Job } from './call-model';

const LOOK_MS = 1_000;

/** Verifies the whole log, or packs it for whoever wants to verify it elsewhere. */
export function LogChecks() {
  const { t } = useTranslation('audit');
  const [job, setJob] = useState<Job | null>(null);
  const canExport = useReach('audit:export') === 'all';
  const canVerify = useReach('audit:verify') === 'all';
  const begun = { onSuccess: setJob };
  const verify = api.useMutation('post', '/admin/v1/audit/verify', begun);
  const pack = api.useMutation('post', '/admin/v1/audit/export', begun);
  return (
    <>
      {canExport && (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={pack.isPending}
          onClick={() => pack.mutate({ body: {} })}
        >
          {t('checks.export')}
        </Button>
      )}
      {canVerify && (
        <Button
          leftSection={<IconShieldCheck size={16} aria-hidden />}
          loading={verify.isPending}
          onClick={() => verify.mutate({ body: {} })}
        >
          {t('checks.verify')}
        </Button>
      )}
      {job && <Running begun={job} onClose={() => setJob(null)} />}
    </>
  );
}

function Running({ begun, onClose }: { begun: Job; onClose: () => void }) {
  const { t } = useTranslation('audit');
  const { data: job = begun, error } = api.useQuery(
    'get',
    '/admin/v1/audit/jobs/{id}',
    { params: { path: { id: begun.id } } },
    { refetchInterval: ({ state }) => (state.data?.status === 'running' ? LOOK_MS : false) },
  );
  const share = job.rows === 0 ? 100 : Math.round((100 * job.rows_done) / job.rows);
  return (
    <Modal opened onClose={onClose} title={t(`checks.titles.${job.kind}`)} size="lg">
      <Stack>
        {error ? <ProblemAlert error={error} /> : null}
        {job.status === 'running' && (
          <Progress.Root size="lg">
            <Progress.Section value={share} animated aria-label={t('checks.progress')} />
          </Progress.Root>
        )}
        <Text size="sm" role="status">
          {t('checks.rows', { done: job.rows_done, rows: job.rows })}
        </Text>
        {job.status === 'failed' && (
          <Alert color="red" title={t('checks.failed')}>
            {job.error}
          </Alert>
        )}
        {job.status === 'done' && job.verdict && <Verdict verdict={job.verdict} />}
        {job.status === 'done' && job.kind === 'export' && (
          <Stack gap="xs">
            <Text size="sm">{t('checks.packed')}</Text>
            {job.vkey && <CopyText text={job.vkey} size="xs" />}
            <Group>
              <Button
                component="a"
                href={`/admin/v1/audit/jobs/${job.id}/download`}
                download
                leftSection={<IconDownload size={16} aria-hidden />}
              >
                {t('checks.download')}
              </Button>
            </Group>
          </Stack>
        )}
      </Stack>
    </Modal>
  );
}

function Verdict({ verdict }: { verdict: NonNullable<Job['verdict']> }) {
  const { t } = useTranslation('audit');
  const { intact, rows, checkpoints, first_broken_seq: broken, fault, head_hash: head } = verdict;
  return (
    <Alert
      color={intact ? 'teal' : 'red'}
      icon={<IconShieldCheck size={20} aria-hidden />}
      title={t(intact ? 'checks.intact' : 'checks.broken')}
    >
      <List size="sm">
        <List.Item>{t('checks.checked', { rows, checkpoints })}</List.Item>
        {broken !== null && <List.Item>{t('checks.first', { seq: broken, fault })}</List.Item>}
      </List>
      {head && <CopyText text={head} size="xs" />}
    </Alert>
  );
}
