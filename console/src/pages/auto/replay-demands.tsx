import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/numbers';
import { COLORS } from '../../lib/series';
import { demandCounts, type Replay } from './auto-model';

/** How many calls ask for little, more and much, before and after. */
export function ReplayDemands({ replay }: { replay: Replay }) {
  const { t } = useTranslation('auto');
  const [view, setView] = useState('chart');
  const [before, after] = [t('replay.before'), t('replay.after')];
  const counts = demandCounts(replay);
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {t('replay.demands')}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={t('replay.view')}
        data={[
          { value: 'chart', label: t('replay.as_chart') },
          { value: 'table', label: t('replay.as_table') },
        ]}
        value={view}
        onChange={setView}
        style={{ alignSelf: 'flex-start' }}
      />
      {view === 'chart' ? (
        <BarChart
          h={190}
          data={counts.map((one) => ({
            demand: t(`demands.${one.demand}`),
            [before]: one.before,
            [after]: one.after,
          }))}
          dataKey="demand"
          withLegend
          maxBarWidth={36}
          valueFormatter={formatCount}
          series={[
            { name: before, color: 'gray.6' },
            { name: after, color: COLORS[0] },
          ]}
          barChartProps={{ accessibilityLayer: false }}
          role="img"
          aria-label={t('replay.demands')}
        />
      ) : (
        <Table aria-label={t('replay.demands')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('replay.demand')}</Table.Th>
              <Table.Th ta="right">{before}</Table.Th>
              <Table.Th ta="right">{after}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {counts.map((one) => (
              <Table.Tr key={one.demand}>
                <Table.Td>{t(`demands.${one.demand}`)}</Table.Td>
                <Table.Td ta="right" className="tabular">
                  {formatCount(one.before)}
                </Table.Td>
                <Table.Td ta="right" className="tabular">
                  {formatCount(one.after)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
