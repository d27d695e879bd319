import '@mantine/charts/styles.layer.css';
import { Card, Group, Skeleton, Stack, Text } from '@mantine/core';
import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';

const HEIGHT = 120;

/** Calls of the range by time; how many of them were refused or failed. */
export function Histogram({ histogram }: { histogram: Schemas['HistogramView'] | null }) {
  const { t } = useTranslation('audit');
  if (!histogram) return <Skeleton height={HEIGHT + 60} />;
  const { buckets, seconds, partial } = histogram;
  if (buckets.length === 0) return null;
  const isShort = seconds < 86_400;
  const format = new Intl.DateTimeFormat('en', {
    month: 'short',
    day: 'numeric',
    ...(isShort && { hour: '2-digit', minute: '2-digit' }),
  });
  const totals = buckets.reduce(
    (sum, { calls, refused, failed }) => ({
      calls: sum.calls + calls,
      refused: sum.refused + refused,
      failed: sum.failed + failed,
    }),
    { calls: 0, refused: 0, failed: 0 },
  );
  return (
    <Card withBorder>
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
          data={buckets.map(({ at, calls, refused, failed }) => ({
            at: format.format(new Date(at)),
            ok: calls - refused - failed,
            refused,
            failed,
          }))}
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
          barChartProps={{ accessibilityLayer: false }}
        />
      </Stack>
    </Card>
  );
}
