import '@mantine/charts/styles.layer.css';
import { Card, Group, SegmentedControl, Stack, Table, Text, Title } from '@mantine/core';
import { BarChart } from '@mantine/charts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type Schemas } from '../../api/client';
import { Loadable } from '../../components/loadable';
import { formatCount } from '../../lib/numbers';
import { COLORS, everyPoint, momentFormat } from '../../lib/series';

const DAYS = 30;
const DRAWN_MAX = 7; // Kinds that can be told apart in a bar; the rest is one more.
const FRESH_MS = 60_000;

/** In how many calls of each day something of a kind was found, as a picture or as a table. */
export function FindingsChart() {
  const { t } = useTranslation('policy');
  const [view, setView] = useState('chart');
  const query = api.useQuery(
    'get',
    '/admin/v1/dlp/findings',
    { params: { query: { days: DAYS } } },
    { staleTime: FRESH_MS },
  );
  return (
    <Card withBorder padding="lg" component="section" aria-label={t('findings.title')}>
      <Stack>
        <Group justify="space-between" align="flex-start">
          <Stack gap={2}>
            <Title order={2}>{t('findings.title')}</Title>
            <Text size="sm" c="dimmed">
              {t('findings.about', { days: DAYS })}
              {query.data?.partial && ` ${t('findings.partial')}`}
            </Text>
          </Stack>
          <SegmentedControl
            size="xs"
            aria-label={t('findings.view')}
            data={[
              { value: 'chart', label: t('findings.chart') },
              { value: 'table', label: t('findings.table') },
            ]}
            value={view}
            onChange={setView}
          />
        </Group>
        <Loadable query={query}>
          {(found) =>
            found.days.length === 0 ? (
              <Text size="sm">{t('findings.none')}</Text>
            ) : view === 'chart' ? (
              <Bars found={found} />
            ) : (
              <Days found={found} />
            )
          }
        </Loadable>
      </Stack>
    </Card>
  );
}

/** A day of the organisation, drawn as one of UTC, so that every reader sees the same one. */
const momentOf = (day: string): string => `${day}T00:00:00.000Z`;

const words = (kind: string): string => kind.replaceAll('_', ' ');

/** Every kind with its calls, the most frequent first. */
function totalsOf({ days }: Schemas['FindingsView']): [kind: string, calls: number][] {
  const totals = new Map<string, number>();
  for (const { kind, calls } of days) totals.set(kind, (totals.get(kind) ?? 0) + calls);
  return [...totals].toSorted(([, one], [, other]) => other - one);
}

function Bars({ found }: { found: Schemas['FindingsView'] }) {
  const { t } = useTranslation('policy');
  const drawn = totalsOf(found)
    .slice(0, DRAWN_MAX)
    .map(([kind]) => kind);
  const nameOf = (kind: string) => (drawn.includes(kind) ? words(kind) : t('findings.others'));
  const known = [...new Set(found.days.map(({ day }) => momentOf(day)))].sort();
  const moments = everyPoint({ ...found, interval: 'day' }, known);
  const bars = new Map<string, Record<string, number>>(moments.map((at) => [at, {}]));
  for (const { day, kind, calls } of found.days) {
    const bar = bars.get(momentOf(day)) ?? {};
    bar[nameOf(kind)] = (bar[nameOf(kind)] ?? 0) + calls;
    bars.set(momentOf(day), bar);
  }
  const names = [...new Set(found.days.map(({ kind }) => nameOf(kind)))];
  const format = momentFormat('day');
  return (
    <BarChart
      h={220}
      data={[...bars].map(([at, bar]) => ({ day: format.format(new Date(at)), ...bar }))}
      dataKey="day"
      type="stacked"
      withLegend
      maxBarWidth={28}
      valueFormatter={formatCount}
      series={names.map((name, index) => ({
        name,
        color: COLORS[index % COLORS.length] ?? 'indigo.6',
      }))}
      barChartProps={{ accessibilityLayer: false }}
      role="img"
      aria-label={t('findings.title')}
    />
  );
}

function Days({ found }: { found: Schemas['FindingsView'] }) {
  const { t } = useTranslation('policy');
  const format = momentFormat('day');
  return (
    <Table.ScrollContainer minWidth={300} mah={320}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('findings.day')}</Table.Th>
            <Table.Th>{t('findings.kind')}</Table.Th>
            <Table.Th ta="right">{t('findings.calls')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {found.days.map(({ day, kind, calls }) => (
            <Table.Tr key={day + kind}>
              <Table.Td>{format.format(new Date(day))}</Table.Td>
              <Table.Td>{words(kind)}</Table.Td>
              <Table.Td ta="right" className="tabular">
                {formatCount(calls)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
