import { Group, Stack, Text, TextInput } from '@mantine/core';
import { IconHeartbeat, IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inFull } from '../../api/as-list';
import { EmptyState } from '../../components/empty-state';
import { ResourceTable, type Column } from '../../components/resource-table';
import { RowMenu, type RowAction } from '../../components/row-menu';
import { Section } from '../../components/section';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { formatCount, formatMs } from '../../lib/numbers';
import { nameOf, type EndpointHealth } from './health-model';
import type { Operation } from './operate-dialog';

const FIND_FROM = 8; // Fewer are seen at a glance.
const TONES = { closed: 'good', open: 'bad', half_open: 'warn', paused: 'info' } as const;

/** What needs somebody's eye stands first. */
const rankOf = ({ pause, breaker }: EndpointHealth): number =>
  pause ? 1 : breaker === 'closed' ? 2 : 0;

/** How each model at each provider is doing. @param operate undefined for who only reads */
export function EndpointsSection(props: {
  endpoints: readonly EndpointHealth[];
  operate: ((operation: Operation) => void) | undefined;
}) {
  const { t } = useTranslation('health');
  const { endpoints, operate } = props;
  const [asked, setAsked] = useState('');
  const part = asked.trim().toLowerCase();
  const found = endpoints.filter((one) => nameOf(one).toLowerCase().includes(part));
  const columns = columnsOf(t);
  return (
    <Section
      title={t('endpoints.title')}
      about={t('endpoints.about')}
      action={
        endpoints.length >= FIND_FROM && (
          <TextInput
            aria-label={t('endpoints.find')}
            placeholder={t('endpoints.find_hint')}
            value={asked}
            onChange={({ currentTarget }) => setAsked(currentTarget.value)}
            data-shortcut="f"
          />
        )
      }
    >
      <ResourceTable
        list={inFull(found.toSorted((one, other) => rankOf(one) - rankOf(other)))}
        columns={operate ? [...columns, menuColumn(t, operate)] : columns}
        rowKey={nameOf}
        label={t('endpoints.title')}
        empty={<EmptyState icon={IconHeartbeat} text={t('endpoints.empty')} />}
      />
    </Section>
  );
}

const columnsOf = (t: TFunction<'health'>): Column<EndpointHealth>[] => [
  {
    key: 'endpoint',
    header: t('endpoints.endpoint'),
    cell: ({ provider, model }) => (
      <Stack gap={0}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {model === '' ? t('endpoints.unnamed') : model}
        </Text>
        <Text size="xs" c="dimmed">
          {provider}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'state',
    header: t('endpoints.state'),
    cell: (one) => <State of={one} />,
  },
  {
    key: 'requests',
    header: t('endpoints.requests'),
    align: 'right',
    from: 'sm',
    cell: ({ requests }) => formatCount(requests),
  },
  {
    key: 'errors',
    header: t('endpoints.errors'),
    align: 'right',
    from: 'sm',
    cell: ({ error_rate: rate }) => (rate === null ? '—' : `${(rate * 100).toFixed(1)} %`),
  },
  {
    key: 'latency',
    header: t('endpoints.latency'),
    align: 'right',
    from: 'md',
    cell: ({ latency_p95_ms: ms }) => formatMs(ms),
  },
  {
    key: 'last',
    header: t('endpoints.last'),
    from: 'md',
    cell: ({ last_success_at: at }) => <When at={at} />,
  },
];

function State({ of }: { of: EndpointHealth }) {
  const { t } = useTranslation('health');
  const { provider, breaker, pause, retry_in_seconds: seconds } = of;
  const state = pause ? 'paused' : breaker;
  const who = pause?.by ?? t('endpoints.token');
  const more = pause
    ? t(pause.of_provider ? 'endpoints.paused_all' : 'endpoints.paused_by', {
        provider,
        who,
        reason: pause.reason,
      })
    : seconds > 0 && t('endpoints.again', { seconds });
  return (
    <Stack gap={2} align="flex-start" maw={280}>
      <Group gap="xs">
        <StatusBadge tone={TONES[state]}>{t(`endpoints.states.${state}`)}</StatusBadge>
        {pause && (
          <Text size="xs" c="dimmed">
            <When at={pause.at} />
          </Text>
        )}
      </Group>
      {more && (
        <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
          {more}
        </Text>
      )}
    </Stack>
  );
}

const menuColumn = (
  t: TFunction<'health'>,
  operate: (operation: Operation) => void,
): Column<EndpointHealth> => ({
  key: 'menu',
  header: t('endpoints.actions'),
  width: 80,
  align: 'right',
  cell: (one) => <RowMenu of={nameOf(one)} actions={actionsOf(one, t, operate)} />,
});

function actionsOf(
  { provider, model, pause }: EndpointHealth,
  t: TFunction<'health'>,
  operate: (operation: Operation) => void,
): readonly RowAction[] {
  const all = pause?.of_provider
    ? {
        label: t('operate.resume_all', { provider }),
        icon: IconPlayerPlay,
        run: () => operate({ kind: 'resume', provider }),
      }
    : {
        label: t('operate.pause_all', { provider }),
        icon: IconPlayerPause,
        run: () => operate({ kind: 'pause', provider }),
      };
  const own = pause
    ? {
        label: t('operate.resume'),
        icon: IconPlayerPlay,
        run: () => operate({ kind: 'resume', provider, model }),
      }
    : {
        label: t('operate.pause'),
        icon: IconPlayerPause,
        run: () => operate({ kind: 'pause', provider, model }),
      };
  return [
    // What is paused with its provider is resumed with it; what names no model goes with it, too.
    ...(model === '' || pause?.of_provider ? [] : [own]),
    all,
    {
      label: t('operate.reset', { provider }),
      icon: IconRefresh,
      run: () => operate({ kind: 'reset', provider }),
    },
  ];
}
