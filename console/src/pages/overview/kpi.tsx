import '@mantine/charts/styles.layer.css';
import { Box, Card, Stack, Text } from '@mantine/core';
import { Sparkline } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import { changeOf } from '../../lib/change';

/** One figure of the range, how it stands to the range before, and its course. */
export function Kpi(props: {
  name: string;
  value: string;
  now: number;
  before: number;
  points: number[];
}) {
  const { t } = useTranslation('overview');
  const { name, value, now, before, points } = props;
  const change = changeOf(now, before);
  return (
    <Card withBorder padding="md">
      <Stack gap={4}>
        <Text size="sm" c="dimmed">
          {name}
        </Text>
        <Text fz={24} fw={650} lh={1.2} className="tabular" style={{ whiteSpace: 'nowrap' }}>
          {value}
        </Text>
        {points.length > 1 && (
          // The figures tell it all: neither read out nor reached by keys.
          <Box inert>
            <Sparkline h={28} data={points} color="indigo" strokeWidth={1.5} fillOpacity={0.15} />
          </Box>
        )}
        <Text size="xs" c="dimmed">
          {change === null
            ? t('no_before')
            : t('before', { change: `${change > 0 ? '+' : ''}${change}` })}
        </Text>
      </Stack>
    </Card>
  );
}
