import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import { SegmentedControl, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { Loadable } from '../../components/loadable';
import { Money } from '../../components/money';
import { Section } from '../../components/section';
import { When } from '../../components/when';
import { formatMoney } from '../../lib/money';
import { COLORS, momentFormat } from '../../lib/series';
import { useNow } from '../../lib/use-now';
import { amountOf, isFreeLine, type PriceLine, type PricePoint } from './model-model';

const DRAWN = ['in', 'out', 'cache_read', 'cache_write_5m'] as const;
const SAMPLES = 120; // More are drawn within one pixel of each other.
const HOURLY_MS = 3 * 86_400_000;

/** How the price came to be what it is, as a step line or as a table. */
export function PriceHistory({ model }: { model: string }) {
  const { t } = useTranslation('routing');
  const [view, setView] = useState('table');
  const query = api.useQuery('get', '/admin/v1/prices/history', { params: { query: { model } } });
  return (
    <Section title={t('models.history')}>
      <SegmentedControl
        size="xs"
        aria-label={t('models.view')}
        data={[
          { value: 'table', label: t('models.as_table') },
          { value: 'chart', label: t('models.as_chart') },
        ]}
        value={view}
        onChange={setView}
        style={{ alignSelf: 'flex-start' }}
      />
      <Loadable query={query}>
        {({ data: points }) =>
          points.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('models.history_none')}
            </Text>
          ) : view === 'chart' ? (
            <Course points={points} />
          ) : (
            <Points points={points} />
          )
        }
      </Loadable>
    </Section>
  );
}

/** Of the usual tier, however many tokens come in. */
const plainLines = ({ lines }: PricePoint): readonly PriceLine[] =>
  lines.filter(({ tier, above_tokens: above }) => tier === 'standard' && above === 0);

function Course({ points }: { points: readonly PricePoint[] }) {
  const { t } = useTranslation('routing');
  const now = useNow();
  const drawn = DRAWN.filter((unit) =>
    points.some((point) => plainLines(point).some((line) => line.unit === unit)),
  );
  const currency = points.flatMap(plainLines).find((line) => !isFreeLine(line))?.currency;
  const named = (unit: (typeof DRAWN)[number]) => t(`models.units.${unit}`);
  const data = samplesOf(points, now).map(({ at, lines }) => ({
    at,
    ...Object.fromEntries(
      drawn.map((unit) => [
        named(unit),
        Number(lines.find((line) => line.unit === unit)?.per_million ?? 0),
      ]),
    ),
  }));
  return (
    <LineChart
      h={240}
      data={data}
      dataKey="at"
      curveType="stepAfter"
      withLegend
      series={drawn.map((unit, index) => ({ name: named(unit), color: COLORS[index] ?? 'gray.6' }))}
      valueFormatter={(value) => formatMoney(value.toFixed(6), currency)}
      withDots={false}
    />
  );
}

/** What was in force at moments of the same distance, from the first change to now. */
function samplesOf(points: readonly PricePoint[], now: Date) {
  const from = Date.parse(points[0]?.at ?? now.toISOString());
  const step = Math.max(0, now.getTime() - from) / (SAMPLES - 1);
  const format = momentFormat(step * SAMPLES > HOURLY_MS ? 'day' : 'hour');
  return Array.from({ length: SAMPLES }, (_, index) => {
    const at = from + index * step;
    const point = points.findLast((one) => Date.parse(one.at) <= at + 1);
    return { at: format.format(new Date(at)), lines: point ? plainLines(point) : [] };
  });
}

function Points({ points }: { points: readonly PricePoint[] }) {
  const { t } = useTranslation('routing');
  return (
    <Table.ScrollContainer minWidth={380} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={t('models.history')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('models.effective')}</Table.Th>
            <Table.Th>{t('models.source')}</Table.Th>
            <Table.Th ta="right">{t('models.in')}</Table.Th>
            <Table.Th ta="right">{t('models.out')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.toReversed().map((point) => (
            <Table.Tr key={point.version}>
              <Table.Td>
                <When at={point.at} />
              </Table.Td>
              <Table.Td>{t(`models.sources.${point.source}`)}</Table.Td>
              {(['in', 'out'] as const).map((unit) => (
                <Table.Td key={unit} ta="right">
                  <Rate point={point} unit={unit} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Rate({ point, unit }: { point: PricePoint; unit: string }) {
  const { t } = useTranslation('routing');
  if (point.lines.length === 0) return <>{t('models.no_price')}</>;
  if (point.lines.every(isFreeLine)) return <>{t('models.free')}</>;
  const line = plainLines(point).find((one) => one.unit === unit);
  return line ? <Money amount={amountOf(line)} currency={line.currency} /> : <>{'—'}</>;
}
