import { Anchor, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { Money } from '../../components/money';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { toneOf } from '../audit/call-model';

/** The newest calls, each a way into the log. */
export function LatestCalls({ calls }: { calls: readonly Schemas['AuditRowView'][] }) {
  const { t } = useTranslation(['overview', 'audit']);
  if (calls.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('no_calls')}
      </Text>
    );
  }
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table verticalSpacing="xs">
        <Table.Tbody>
          {calls.map(
            ({ id, at, workload_name: name, model_requested: model, outcome, ...rest }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <Anchor
                    size="sm"
                    renderRoot={(root) => <Link to="/audit" search={{ call: id }} {...root} />}
                  >
                    <When at={at} />
                  </Anchor>
                </Table.Td>
                <Table.Td>{name}</Table.Td>
                <Table.Td visibleFrom="sm">{model}</Table.Td>
                <Table.Td>
                  <StatusBadge tone={toneOf(outcome)}>
                    {t(`audit:outcomes.${outcome as 'ok'}`, outcome)}
                  </StatusBadge>
                </Table.Td>
                <Table.Td ta="right">
                  {rest.cost !== null && (
                    <Money amount={rest.cost} {...(rest.currency && { currency: rest.currency })} />
                  )}
                </Table.Td>
              </Table.Tr>
            ),
          )}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
