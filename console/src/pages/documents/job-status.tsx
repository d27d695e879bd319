import { Group, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../components/status-badge';
import { isOpen, shareOf, TONES, type Job } from './model';

/** How a document is doing, in a word and a bar. */
export function JobStatus({ job }: { job: Job }) {
  const { t } = useTranslation('documents');
  return (
    <Group gap="xs" wrap="nowrap">
      <StatusBadge tone={TONES[job.status]}>{t(`statuses.${job.status}`)}</StatusBadge>
      {isOpen(job) && (
        <Progress
          flex={1}
          miw={48}
          value={shareOf(job)}
          aria-label={t('progress')}
          animated={job.status === 'in_progress'}
        />
      )}
    </Group>
  );
}
