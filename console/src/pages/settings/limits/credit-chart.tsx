import '@mantine/charts/styles.layer.css';
import { AreaChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../../api/client';
import { formatMoney } from '../../../lib/money';
import { useNow } from '../../../lib/use-now';
import type { CreditEntry } from './credit-columns';

const DAY_MS = 86_400_000;
const TICKS = 4;
const HOUR = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false });
const DAY = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });
const MOMENT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Up with what was booked, down with what was used. The ledger below tells the same in figures. */
export function CreditChart(props: {
  credit: Schemas['CreditView'];
  entries: readonly CreditEntry[];
}) {
  const { t } = useTranslation('settings');
  const now = useNow();
  const { credit, entries } = props;
  const points = pointsOf(entries);
  if (points.length === 0 || credit.left === null) return null;
  const end = { at: now.getTime(), balance: Number(credit.left) + Number(credit.held) };
  const begin = points[0]?.at ?? end.at;
  const span = end.at - begin;
  const ticks = Array.from({ length: TICKS + 1 }, (_, place) => begin + (span * place) / TICKS);
  const series = [{ name: 'balance', label: t('credit.balance'), color: 'indigo.6' }];
  return (
    <AreaChart
      h={180}
      data={[...points, end]}
      dataKey="at"
      curveType="linear"
      withDots={false}
      series={series}
      valueFormatter={(value) => formatMoney(value.toFixed(6), credit.currency)}
      xAxisProps={{
        type: 'number',
        scale: 'time',
        domain: ['dataMin', 'dataMax'],
        ticks,
        tickFormatter: (at: number) => momentOf(span > 2 * DAY_MS ? DAY : HOUR, at),
      }}
      yAxisProps={{ width: 90 }}
      tooltipProps={{ labelFormatter: (at) => momentOf(MOMENT, Number(at)) }}
      areaChartProps={{ accessibilityLayer: false }}
      role="img"
      aria-label={t('credit.chart')}
    />
  );
}

/** Before it is drawn, a chart asks for the names of moments that are none. */
const momentOf = (format: Intl.DateTimeFormat, at: number): string =>
  Number.isFinite(at) ? format.format(at) : '';

/** Oldest first: right before each entry, and right after it. */
const pointsOf = (entries: readonly CreditEntry[]) =>
  [...entries].reverse().flatMap(({ at, amount, balance }) => {
    if (balance === null) return [];
    const after = Number(balance);
    return [after - Number(amount), after].map((value) => ({
      at: Date.parse(at),
      balance: value,
    }));
  });
