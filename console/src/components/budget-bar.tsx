import { Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../api/client';
import { Money } from './money';
import { When } from './when';

type Use = Schemas['LimitUseView'];
const WARN = 0.8;

/** How much of a limit is used, whose limit it is, and when it begins anew. */
export function BudgetBar({ use }: { use: Use }) {
  const { t } = useTranslation();
  const { limit, workload_name: workload, amount, spent, share, period, renews_at: renews } = use;
  const label = workload ?? t(`limit_names.${limit}`);
  const color = share >= 1 ? 'red' : share >= WARN ? 'yellow' : 'indigo';
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" fw={600} truncate>
          {label}
        </Text>
        <Text size="sm" className="tabular" style={{ whiteSpace: 'nowrap' }}>
          <Money amount={spent} /> {t('of')} <Money amount={amount} />
        </Text>
      </Group>
      <Progress
        value={Math.min(100, share * 100)}
        color={color}
        aria-label={t('used', { what: label, percent: Math.round(share * 100) })}
      />
      <Text size="xs" c="dimmed">
        {t(`limit_from.${limit}`)} · {t(`periods.${period}`)}
        {renews && (
          <>
            {' · '}
            {t('renews')} <When at={renews} />
          </>
        )}
      </Text>
    </Stack>
  );
}
