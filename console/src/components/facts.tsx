import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** What is known of one thing, line by line; what is not is left out. */
export function Facts({
  label,
  rows,
}: {
  label: string;
  rows: readonly (readonly [string, ReactNode])[];
}) {
  const known = rows.filter(
    ([, value]) => value !== null && value !== undefined && value !== false,
  );
  return (
    <Table variant="vertical" withTableBorder layout="fixed" aria-label={label}>
      <Table.Tbody>
        {known.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w={150}>{name}</Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Text component="div" size="sm">
                {value}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
