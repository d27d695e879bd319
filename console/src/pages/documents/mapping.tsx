import { Button, Group, Table, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { isProblem } from '../../api/problem';
import { Loadable } from '../../components/loadable';
import { JOB } from './model';

/** Which tag stands for what: shown when somebody asks, since each look is on record. */
export function Mapping({ id }: { id: string }) {
  const { t } = useTranslation('documents');
  const [isShown, setShown] = useState(false);
  if (isShown) return <Shown id={id} />;
  return (
    <Group>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconEye size={14} aria-hidden />}
        onClick={() => setShown(true)}
      >
        {t('mapping.show')}
      </Button>
    </Group>
  );
}

function Shown({ id }: { id: string }) {
  const { t } = useTranslation('documents');
  const query = api.useQuery(
    'get',
    `${JOB}/mapping`,
    { params: { path: { id } } },
    // Values are held no longer than they are looked at.
    { gcTime: 0, staleTime: Infinity, meta: { isHandled: true }, retry: false },
  );
  const error: unknown = query.error;
  if (isProblem(error, 'conflict')) {
    return <Text size="sm">{t('mapping.none')}</Text>;
  }
  return (
    <Loadable query={query}>
      {({ mapping }) => (
        <Table.ScrollContainer minWidth={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table withTableBorder aria-label={t('mapping.title')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('mapping.tag')}</Table.Th>
                <Table.Th>{t('mapping.kind')}</Table.Th>
                <Table.Th>{t('mapping.value')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {mapping.map(({ tag, type, value }) => (
                <Table.Tr key={tag}>
                  <Table.Td>{tag}</Table.Td>
                  <Table.Td>{type}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Loadable>
  );
}
