import { Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconServer } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { inFull } from '../../api/as-list';
import { CopyText } from '../../components/copy-text';
import { EmptyState } from '../../components/empty-state';
import { ResourceTable, type Column } from '../../components/resource-table';
import { Section } from '../../components/section';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { formatCount } from '../../lib/numbers';
import type { Seen } from './health-model';

const FINGERPRINT_SHOWN = 16;

/** Models that run beside the gateway. */
export function ModelsSection({ models }: { models: Seen['local_models'] }) {
  const { t } = useTranslation('health');
  return (
    <Section title={t('models.title')} about={t('models.about')}>
      {models.length === 0 ? (
        <Text size="sm">{t('models.none')}</Text>
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {models.map(({ model, state, fault, ready, processes_max: max, ...of }) => (
            <Card withBorder key={model}>
              <Group justify="space-between" wrap="nowrap">
                <Text fw={600}>{t(`models.names.${model}`)}</Text>
                <StatusBadge tone={state === 'ready' ? 'good' : 'bad'}>
                  {t(`models.state.${state}`)}
                </StatusBadge>
              </Group>
              <Text size="sm">
                {t('models.load', { ready, max, busy: of.busy, waiting: of.waiting })}
              </Text>
              {fault && <Text size="sm">{fault}</Text>}
              <Text size="xs" c="dimmed" ff="monospace">
                {t('models.fingerprint')} {of.fingerprint.slice(0, FINGERPRINT_SHOWN)}
              </Text>
            </Card>
          ))}
        </SimpleGrid>
      )}
    </Section>
  );
}

/** Processes of the gateway itself. */
export function ReplicasSection({ replicas }: { replicas: Seen['replicas'] }) {
  const { t } = useTranslation('health');
  return (
    <Section title={t('replicas.title')} about={t('replicas.about')}>
      <ResourceTable
        list={inFull(replicas)}
        columns={columnsOf(t)}
        rowKey={({ id }) => id}
        label={t('replicas.title')}
        empty={<EmptyState icon={IconServer} text={t('asking')} />}
      />
    </Section>
  );
}

const columnsOf = (t: TFunction<'health'>): Column<Seen['replicas'][number]>[] => [
  {
    key: 'id',
    header: t('replicas.id'),
    cell: ({ id, answers }) => (
      <Stack gap={2} align="flex-start">
        <CopyText text={id} size="xs" />
        {answers && <StatusBadge tone="info">{t('replicas.this')}</StatusBadge>}
      </Stack>
    ),
  },
  {
    key: 'version',
    header: t('replicas.version'),
    from: 'sm',
    cell: ({ version }) => version ?? '—',
  },
  {
    key: 'started',
    header: t('replicas.started'),
    from: 'md',
    cell: ({ started_at: at }) => <When at={at} />,
  },
  {
    key: 'seen',
    header: t('replicas.seen'),
    from: 'sm',
    cell: ({ seen_at: at }) => <When at={at} />,
  },
  {
    key: 'calls',
    header: t('replicas.calls'),
    align: 'right',
    cell: ({ open_calls: calls }) => formatCount(calls),
  },
];
