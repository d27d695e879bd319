import { Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { Money } from '../../components/money';
import { ProblemAlert } from '../../components/problem-alert';
import { Section } from '../../components/section';
import { StatusBadge } from '../../components/status-badge';
import { formatCount } from '../../lib/numbers';
import { savedPercent, type Replay } from './auto-model';
import { ReplayDemands } from './replay-demands';
import { ReplayMoves } from './replay-moves';

const TYPING_MS = 400;
const DAYS = [7, 30, 90] as const;

/**
 * What the policy on the page would have made of past calls, before it is saved.
 * @param wanted what is changed and not saved yet
 */
export function ReplaySection({ wanted }: { wanted: unknown }) {
  const { t } = useTranslation('auto');
  const [days, setDays] = useState<(typeof DAYS)[number]>(DAYS[0]);
  const [policy] = useDebouncedValue(wanted, TYPING_MS);
  const query = api.useQuery(
    'post',
    '/admin/v1/auto/replay',
    { body: { auto: (policy ?? {}) as Record<string, never>, days } },
    { placeholderData: keepPreviousData },
  );
  const { data, refetch, isPlaceholderData } = query;
  const error: unknown = query.error;
  return (
    <Section
      title={t('replay.title')}
      about={t(policy === undefined ? 'replay.about' : 'replay.about_change')}
    >
      <SegmentedControl
        size="xs"
        aria-label={t('replay.days_label')}
        data={DAYS.map((count) => ({ value: String(count), label: t('replay.days', { count }) }))}
        value={String(days)}
        onChange={(value) => setDays(DAYS.find((count) => String(count) === value) ?? DAYS[0])}
        style={{ alignSelf: 'flex-start' }}
      />
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {error === null && !data && <Skeleton height={200} />}
      {error === null && data && (
        <Stack aria-busy={isPlaceholderData}>
          <Replayed replay={data} />
        </Stack>
      )}
    </Section>
  );
}

function Replayed({ replay }: { replay: Replay }) {
  const { t } = useTranslation('auto');
  const { calls, priced } = replay;
  if (calls === 0) {
    return (
      <Text size="sm" role="status">
        {t('replay.none')}
      </Text>
    );
  }
  return (
    <>
      <Costs replay={replay} />
      <Text size="sm" c="dimmed">
        {t('replay.calls', { count: calls, calls: formatCount(calls) })}
        {priced < calls && ` ${t('replay.unpriced', { count: calls - priced })}`}
      </Text>
      <ReplayDemands replay={replay} />
      <ReplayMoves replay={replay} />
      <Text size="xs" c="dimmed">
        {t('replay.same_tokens')}
      </Text>
    </>
  );
}

function Costs({ replay }: { replay: Replay }) {
  const { t } = useTranslation('auto');
  const { cost_before: before, cost_after: after, currency } = replay;
  const saved = savedPercent(replay);
  return (
    <Group gap="sm" align="baseline" role="status">
      <Text fz={26} fw={650} lh={1.1}>
        <Money amount={before} currency={currency} />
      </Text>
      <IconArrowRight size={20} aria-label={t('replay.becomes')} />
      <Text fz={26} fw={650} lh={1.1}>
        <Money amount={after} currency={currency} />
      </Text>
      {saved !== null && saved !== 0 && (
        <StatusBadge tone={saved > 0 ? 'good' : 'warn'}>
          {t(saved > 0 ? 'replay.less' : 'replay.more', { percent: Math.abs(saved) })}
        </StatusBadge>
      )}
    </Group>
  );
}
