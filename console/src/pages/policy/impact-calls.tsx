import { Anchor, Group, Stack, Table, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { StatusBadge } from '../../components/status-badge';
import { formatCount } from '../../lib/numbers';
import { useVerdict } from './use-verdict';

type Traffic = Schemas['PreviewTrafficView'];
const TONES = { refused: 'bad', reported: 'warn', admitted: 'good' } as const;

/** Which calls of the last seven days would have met something else. */
export function ImpactCalls({ traffic, isChanged }: { traffic: Traffic; isChanged: boolean }) {
  const { t } = useTranslation('policy');
  const verdictOf = useVerdict();
  const { requests, affected } = traffic;
  const effects = (['refused', 'reported', 'admitted'] as const).filter(
    (effect) => traffic[effect] > 0,
  );
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {t('calls.title')}
      </Text>
      {!isChanged && (
        <Text size="sm" c="dimmed">
          {t('calls.unchanged', { count: requests, calls: formatCount(requests) })}
        </Text>
      )}
      {isChanged && effects.length === 0 && (
        <Group gap="xs" wrap="nowrap" role="status">
          <IconCircleCheck size={18} aria-hidden color="var(--mantine-color-teal-6)" />
          <Text size="sm">
            {t('calls.none', { count: requests, calls: formatCount(requests) })}
          </Text>
        </Group>
      )}
      {effects.map((effect) => (
        <Text size="sm" key={effect} role="status">
          {t(`calls.sums.${effect}`, {
            count: traffic[effect],
            calls: formatCount(traffic[effect]),
            of: formatCount(requests),
          })}
        </Text>
      ))}
      {affected.length > 0 && (
        <Table.ScrollContainer
          minWidth={0}
          mah={420}
          scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': t('calls.title') } }}
        >
          <Table verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('calls.workload')}</Table.Th>
                <Table.Th>{t('calls.model')}</Table.Th>
                <Table.Th ta="right">{t('calls.requests')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {affected.map((one) => (
                <Table.Tr key={one.workload_id + one.model + one.effect}>
                  <Table.Td style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
                    <Anchor
                      size="sm"
                      renderRoot={(root) => (
                        <Link to="/workloads/$id" params={{ id: one.workload_id }} {...root} />
                      )}
                    >
                      {one.workload}
                    </Anchor>
                  </Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    <Text size="sm">{one.model}</Text>
                    <Group gap={6}>
                      <StatusBadge tone={TONES[one.effect]}>
                        {t(`calls.effects.${one.effect}`)}
                      </StatusBadge>
                      {one.verdict && (
                        <Text size="xs" c="dimmed">
                          {verdictOf(one.verdict)}
                        </Text>
                      )}
                    </Group>
                    {one.aliases.length > 0 && (
                      <Text size="xs" c="dimmed">
                        {t('calls.aliases', { names: one.aliases.join(', ') })}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td ta="right" className="tabular" style={{ verticalAlign: 'top' }}>
                    {formatCount(one.requests)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}
