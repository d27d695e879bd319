import { Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ReasonButton } from '../../components/reason-button';
import { Section } from '../../components/section';
import { When } from '../../components/when';
import { formatCount } from '../../lib/numbers';
import type { Queue } from './health-model';
import type { Operation } from './operate-dialog';

/** What is still to be done beside the calls. @param operate undefined for who only reads */
export function QueuesSection(props: {
  queues: readonly Queue[];
  operate: ((operation: Operation) => void) | undefined;
}) {
  const { t } = useTranslation('health');
  const { queues, operate } = props;
  return (
    <Section title={t('queues.title')} about={t('queues.about')}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {queues.map((queue) => (
          <QueueCard key={queue.queue} queue={queue} operate={operate} />
        ))}
      </SimpleGrid>
    </Section>
  );
}

function QueueCard(props: { queue: Queue; operate: ((operation: Operation) => void) | undefined }) {
  const { t } = useTranslation('health');
  const { queue, operate } = props;
  const { queue: name, failed, oldest_at: oldest } = queue;
  return (
    <Card withBorder component="article" aria-label={t(`queues.names.${name}`)}>
      <Stack gap="xs" h="100%" justify="space-between">
        <div>
          <Text fw={600}>{t(`queues.names.${name}`)}</Text>
          <Text size="sm" c="dimmed">
            {t(`queues.names_about.${name}`)}
          </Text>
        </div>
        <Group gap="xl">
          <Figure label={t('queues.waiting')} value={formatCount(queue.waiting)} />
          <Figure label={t('queues.active')} value={formatCount(queue.active)} />
          <Figure label={t('queues.failed')} value={formatCount(failed)} isBad={failed > 0} />
          {oldest && <Figure label={t('queues.oldest')} value={<When at={oldest} />} />}
        </Group>
        {name === 'deliveries' && failed > 0 && (
          <ReasonButton
            variant="default"
            size="xs"
            reason={operate ? undefined : t('operate.denied')}
            onClick={() => operate?.({ kind: 'retry', count: failed })}
          >
            {t('operate.retry')}
          </ReasonButton>
        )}
      </Stack>
    </Card>
  );
}

function Figure(props: { label: string; value: React.ReactNode; isBad?: boolean }) {
  const { label, value, isBad } = props;
  return (
    <Stack gap={0}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fw={600} className="tabular" {...(isBad && { c: 'var(--mantine-color-error)' })}>
        {value}
      </Text>
    </Stack>
  );
}
