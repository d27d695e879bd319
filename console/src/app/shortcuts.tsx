import { Group, Kbd, Modal, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSignal } from '../lib/signal';
import { PAGE_KEYS, shortcutHelp } from './use-keys';
import { usePlaces } from './use-places';

/** The list of all keys, behind `?`. */
export function Shortcuts() {
  const { t } = useTranslation();
  const isOpen = useSignal(shortcutHelp);
  const letters = usePlaces().flatMap(({ places }) =>
    places.flatMap(({ letter, name, to }) => (letter ? [{ letter, name, to }] : [])),
  );
  const rows = [
    { keys: [t('palette.keys'), '/'], does: t('palette.open') },
    ...letters.map(({ letter, name }) => ({ keys: ['g', letter], does: t(`places.${name}`) })),
    { keys: ['j', 'k'], does: t('shortcuts.rows') },
    { keys: [t('shortcuts.enter')], does: t('shortcuts.open') },
    ...PAGE_KEYS.map((key) => ({ keys: [key], does: t(`shortcuts.${key}`) })),
    { keys: ['?'], does: t('shortcuts.title') },
  ];
  return (
    <Modal
      opened={isOpen}
      onClose={() => shortcutHelp.set(false)}
      title={t('shortcuts.title')}
      size="md"
    >
      <Stack gap="xs">
        <Table withRowBorders={false}>
          <Table.Tbody>
            {rows.map(({ keys, does }) => (
              <Table.Tr key={does}>
                <Table.Td w={130}>
                  <Group gap={4}>
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </Group>
                </Table.Td>
                <Table.Td>{does}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text size="sm" c="dimmed">
          {t('shortcuts.note')}
        </Text>
      </Stack>
    </Modal>
  );
}
