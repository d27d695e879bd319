import { Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/numbers';
import type { Replay } from './auto-model';

/** From which model to which, the most frequent first. */
export function ReplayMoves({ replay: { moves } }: { replay: Replay }) {
  const { t } = useTranslation('auto');
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {t('replay.moves')}
      </Text>
      <Table.ScrollContainer
        minWidth={0}
        mah={360}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': t('replay.moves') } }}
      >
        <Table verticalSpacing={6} aria-label={t('replay.moves')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('replay.before')}</Table.Th>
              <Table.Th>{t('replay.after')}</Table.Th>
              <Table.Th ta="right">{t('replay.count')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {moves.map(({ before, after, calls }) => (
              <Table.Tr key={`${before} ${after}`}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{before}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }} fw={before === after ? 400 : 600}>
                  {before === after ? t('replay.same') : after || t('replay.nowhere')}
                </Table.Td>
                <Table.Td ta="right" className="tabular">
                  {formatCount(calls)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}
