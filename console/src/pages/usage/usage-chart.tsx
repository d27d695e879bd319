import '@mantine/charts/styles.layer.css';
import { Card } from '@mantine/core';
import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { formatMoney } from '../../lib/money';
import { COLORS, everyPoint, momentFormat } from '../../lib/series';

const DRAWN_MAX = 8; // Parts of a bar that can still be told apart.

/** What was spent over the range, by group; the figures are in the table below. */
export function UsageChart({ usage, timeZone }: { usage: Schemas['UsageView']; timeZone: string }) {
  const { t } = useTranslation('usage');
  const { series, groups, interval, currency, group_by: by } = usage;
  if (series.length === 0) return null;
  const drawn = groups.slice(0, DRAWN_MAX);
  const nameOf = (group: string | null) => {
    const found = drawn.find((one) => one.group === group);
    if (by === 'day') return t('cost');
    return found ? (found.name ?? (found.group || t('none'))) : t('rest');
  };
  const format = momentFormat(interval, timeZone);
  const moments = everyPoint(
    usage,
    series.map(({ at }) => at),
  );
  const bars = new Map<string, Record<string, number>>(moments.map((at) => [at, {}]));
  for (const { at, group, cost } of series) {
    const bar = bars.get(at) ?? {};
    bar[nameOf(group)] = (bar[nameOf(group)] ?? 0) + Number(cost);
    bars.set(at, bar);
  }
  const names = [...new Set([...bars.values()].flatMap((bar) => Object.keys(bar)))];
  return (
    <Card withBorder>
      <BarChart
        h={260}
        data={[...bars].map(([at, bar]) => ({ at: format.format(new Date(at)), ...bar }))}
        dataKey="at"
        type="stacked"
        withLegend
        maxBarWidth={36}
        valueFormatter={(value) => formatMoney(value.toFixed(6), currency)}
        yAxisProps={{ width: 90 }}
        series={names.map((name, index) => ({
          name,
          color: COLORS[index % COLORS.length] ?? 'indigo.6',
        }))}
        barChartProps={{ accessibilityLayer: false }}
        role="img"
        aria-label={t('chart')}
      />
    </Card>
  );
}
