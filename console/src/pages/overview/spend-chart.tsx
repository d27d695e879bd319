import '@mantine/charts/styles.layer.css';
import { Card, Group, SegmentedControl, Stack, Table, Text, Title } from '@mantine/core';
import { AreaChart } from '@mantine/charts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { useTimeZone } from '../../api/organisation';
import { formatMoney } from '../../lib/money';
import { COLORS, everyPoint, momentFormat } from '../../lib/series';

/** What was spent over the range, by provider, as a picture or as a table. */
export function SpendChart({ overview }: { overview: Schemas['OverviewView'] }) {
  const { t } = useTranslation('overview');
  const [view, setView] = useState('chart');
  const { series, currency, interval } = overview;
  const spend = overview.spend_by_provider.filter(({ provider }) => provider !== null);
  const providers = [...new Set(spend.map(({ provider }) => provider ?? ''))];
  const format = momentFormat(interval, useTimeZone());
  const moments = everyPoint(
    overview,
    series.map(({ at }) => at),
  );
  const data = moments.map((at) => ({
    at: format.format(new Date(at)),
    ...Object.fromEntries(
      providers.map((name) => [
        name,
        Number(spend.find((one) => one.at === at && one.provider === name)?.cost ?? 0),
      ]),
    ),
  }));
  const money = (value: number) => formatMoney(value.toFixed(6), currency);
  return (
    <Card withBorder h="100%">
      <Stack>
        <Group justify="space-between">
          <Title order={2}>{t('spend')}</Title>
          <SegmentedControl
            size="xs"
            aria-label={t('view')}
            data={[
              { value: 'chart', label: t('as_chart') },
              { value: 'table', label: t('as_table') },
            ]}
            value={view}
            onChange={setView}
          />
        </Group>
        {providers.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('nothing_spent')}
          </Text>
        )}
        {providers.length > 0 && view === 'chart' && (
          <AreaChart
            h={260}
            data={data}
            dataKey="at"
            type="stacked"
            withLegend={providers.length > 1}
            withDots={false}
            valueFormatter={money}
            yAxisProps={{ width: 90 }}
            series={providers.map((name, index) => ({
              name,
              color: COLORS[index % COLORS.length] ?? 'indigo.6',
            }))}
            areaChartProps={{ accessibilityLayer: false }}
            role="img"
            aria-label={t('spend')}
          />
        )}
        {providers.length > 0 && view === 'table' && (
          <Table.ScrollContainer minWidth={300} mah={260}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('time')}</Table.Th>
                  {providers.map((name) => (
                    <Table.Th key={name} ta="right">
                      {name}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.map((row) => (
                  <Table.Tr key={row.at}>
                    <Table.Td>{row.at}</Table.Td>
                    {providers.map((name) => (
                      <Table.Td key={name} ta="right" className="tabular">
                        {money((row as Record<string, unknown>)[name] as number)}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Stack>
    </Card>
  );
}
