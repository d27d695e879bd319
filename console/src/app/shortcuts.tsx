import { Group, Kbd, Modal, Stack, Table, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Signal, useSignal } from '../lib/signal';
import { usePlaces } from './use-places';

export const shortcutHelp = new Signal(false);

const GO_MS_MAX = 1_500; // Between `g` and the letter of a page.

/** What any page listens to by `data-shortcut`: the first such control is pressed. */
const PAGE_KEYS = ['n', 'e', 'f', 'r'] as const;

/** Keys that work everywhere but where somebody types, and the list of them behind `?`. */
export function Shortcuts() {
  const { t } = useTranslation();
  const isOpen = useSignal(shortcutHelp);
  const letters = usePlaces().flatMap(({ places }) =>
    places.flatMap(({ letter, name, to }) => (letter ? [{ letter, name, to }] : [])),
  );
  useKeys(new Map(letters.map(({ letter, to }) => [letter, to])));
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

const TYPING = 'input, textarea, select, [contenteditable], [role="dialog"] *';

function useKeys(places: ReadonlyMap<string, string>): void {
  const go = useNavigate();
  const goSince = useRef(0);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.matches(TYPING)) return;
      const isGoing = event.timeStamp - goSince.current < GO_MS_MAX;
      const place = isGoing ? places.get(event.key) : undefined;
      goSince.current = event.key === 'g' ? event.timeStamp : 0;
      if (place !== undefined) void go({ to: place });
      else if (event.key === '?') shortcutHelp.set(true);
      else if (!press(event.key)) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [go, places]);
}

function press(key: string): boolean {
  if (!PAGE_KEYS.some((known) => known === key)) return false;
  const control = document.querySelector<HTMLElement>(`[data-shortcut="${key}"]:not(:disabled)`);
  if (!control) return false;
  if (control.matches('input')) control.focus();
  else control.click();
  return true;
}
