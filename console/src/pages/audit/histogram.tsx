import '@mantine/charts/styles.layer.css';
import { Card, Group, Skeleton, Stack, Text } from '@mantine/core';
import { BarChart } from '@mantine/charts';
import { useState } from 'react';
import { ReferenceArea } from 'recharts';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { useTimeZone } from '../../api/organisation';
import { everyMoment, momentFormat } from '../../lib/series';

const HEIGHT = 120;
const NONE = { calls: 0, refused: 0, failed: 0 };

/** Calls of the range by time; how many of them were refused or failed. Part of it is chosen by drawing over it. */
export function Histogram(props: {
  histogram: Schemas['HistogramView'] | null;
  onSelect: (from: string, to: string) => void;
}) {
  const { t } = useTranslation('audit');
  const { histogram, onSelect } = props;
  const timeZone = useTimeZone();
  /** Bars from where the button was pressed to where the pointer is. */
  const [drawn, setDrawn] = useState<readonly [number, number]>();
  if (!histogram) return <Skeleton height={HEIGHT + 60} />;
  const { buckets, seconds, partial } = histogram;
  if (buckets.length === 0) return null;
  const isShort = seconds < 86_400;
  const format = momentFormat(isShort ? 'hour' : 'day', timeZone);
  const totals = buckets.reduce(
    (sum, { calls, refused, failed }) => ({
      calls: sum.calls + calls,
      refused: sum.refused + refused,
      failed: sum.failed + failed,
    }),
    { calls: 0, refused: 0, failed: 0 },
  );
  const moments = everyMoment(
    histogram,
    seconds * 1_000,
    buckets.map(({ at }) => at),
  );
  const bars = moments.map((at) => {
    const { calls, refused, failed } = buckets.find((one) => one.at === at) ?? NONE;
    return { at: format.format(new Date(at)), ok: calls - refused - failed, refused, failed };
  });
  const [first, last] = drawn?.toSorted((a, b) => a - b) ?? [];
  const select = () => {
    setDrawn(undefined);
    const [from, to] = [moments[first ?? -1], moments[last ?? -1]];
    if (from && to) onSelect(from, new Date(Date.parse(to) + seconds * 1_000).toISOString());
  };
  return (
    <Card withBorder title={t('histogram.select')}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Text size="sm" fw={600}>
            {t('histogram.title')}
          </Text>
          <Text size="sm" c="dimmed">
            {t('histogram.totals', totals)}
            {partial && ` ${t('histogram.partial')}`}
          </Text>
        </Group>
        <BarChart
          h={HEIGHT}
          data={bars}
          dataKey="at"
          type="stacked"
          withYAxis={false}
          gridAxis="none"
          maxBarWidth={28}
          series={[
            { name: 'ok', color: 'indigo.6', label: t('histogram.ok') },
            { name: 'refused', color: 'yellow.6', label: t('histogram.refused') },
            { name: 'failed', color: 'red.6', label: t('histogram.failed') },
          ]}
          role="img"
          aria-label={t('histogram.totals', totals)}
          barChartProps={{
            accessibilityLayer: false,
            style: { cursor: 'crosshair' },
            onMouseDown: ({ activeTooltipIndex: at }) => {
              if (at != null) setDrawn([Number(at), Number(at)]);
            },
            onMouseMove: ({ activeTooltipIndex: at }) => {
              if (at != null) setDrawn((before) => before && [before[0], Number(at)]);
            },
            onMouseUp: select,
            onMouseLeave: () => setDrawn(undefined),
          }}
        >
          {first !== undefined && last !== undefined && (
            <ReferenceArea
              {...(bars[first] && { x1: bars[first].at })}
              {...(bars[last] && { x2: bars[last].at })}
              fillOpacity={0.2}
            />
          )}
        </BarChart>
      </Stack>
    </Card>
  );
}
