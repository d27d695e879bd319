import { Card, SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { changeOf } from '../../lib/change';
import { formatMoney } from '../../lib/money';
import { formatCount, formatMs } from '../../lib/numbers';
import { useNow } from '../../lib/use-now';
import { forecastOf } from './usage-range';

type Usage = Schemas['UsageView'];
type Sums = Usage['total'];

/** The sums of the range, and how they stand to those of the time before. */
export function UsageFigures(props: { usage: Usage; timeZone: string; isMonth: boolean }) {
  const { t } = useTranslation('usage');
  const { usage, timeZone, isMonth } = props;
  const { total, previous, currency } = usage;
  const now = useNow();
  const money = (amount: number) => formatMoney(amount.toFixed(6), currency);
  const forecast = isMonth ? forecastOf(Number(total.cost), timeZone, now) : undefined;
  const figures: readonly {
    readonly name: string;
    readonly text: string;
    readonly of: (sums: Sums) => number | null;
    readonly note?: string;
  }[] = [
    {
      name: t('cost'),
      text: formatMoney(total.cost, currency),
      of: ({ cost }) => Number(cost),
      ...(forecast !== undefined && { note: t('forecast', { amount: money(forecast) }) }),
    },
    {
      name: t('per_thousand'),
      text: total.requests === 0 ? '—' : money(perThousand(total) ?? 0),
      of: perThousand,
    },
    { name: t('requests'), text: formatCount(total.requests), of: ({ requests }) => requests },
    {
      name: t('tokens_in'),
      text: formatCount(total.tokens_in),
      of: ({ tokens_in: tokens }) => tokens,
    },
    {
      name: t('tokens_out'),
      text: formatCount(total.tokens_out),
      of: ({ tokens_out: tokens }) => tokens,
    },
    {
      name: t('refused'),
      text: `${formatCount(total.refused)} / ${formatCount(total.failed)}`,
      of: ({ refused, failed }) => refused + failed,
    },
    {
      name: t('p95'),
      text: formatMs(total.latency_p95_ms),
      of: ({ latency_p95_ms: ms }) => ms,
    },
  ];
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, md: 4, xl: 7 }}>
      {figures.map(({ name, text, of, note }) => {
        const [value, before] = [of(total), of(previous)];
        const change = value === null || before === null ? null : changeOf(value, before);
        const told = `${(change ?? 0) > 0 ? '+' : ''}${change}`;
        return (
          <Card withBorder key={name} padding="sm">
            <Text size="xs" c="dimmed">
              {name}
            </Text>
            <Text fz="lg" fw={650} className="tabular">
              {text}
            </Text>
            <Text size="xs" c="dimmed">
              {change === null ? t('no_before') : t('before', { change: told })}
            </Text>
            {note && <Text size="xs">{note}</Text>}
          </Card>
        );
      })}
    </SimpleGrid>
  );
}

const perThousand = ({ cost, requests }: Sums): number | null =>
  requests === 0 ? null : (1_000 * Number(cost)) / requests;
