import { ActionIcon, Card, Group, Stack, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconGripVertical, IconX } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Rows whose order counts: dragged by their handle, moved by its arrow keys, or by a button each way. */
export function OrderedRows(props: {
  /** As in `target`. */
  what: string;
  count: number;
  least: number;
  row: (index: number) => ReactNode;
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
}) {
  const { t } = useTranslation('routing');
  const { what, count, least, row, onMove, onRemove } = props;
  const list = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const move = (from: number, to: number) => {
    if (to < 0 || to >= count || to === from) return;
    onMove(from, to);
    setSaid(t('aliases.moved', { what, from: from + 1, to: to + 1 }));
    // The focus goes along with what was moved.
    list.current?.querySelectorAll<HTMLElement>('[data-handle]')[to]?.focus();
  };
  const listen = (index: number) => (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(index, index + step);
  };
  return (
    <Stack gap={6} ref={list}>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        // Rows have no identity but their place.
        <Card
          withBorder
          padding="xs"
          key={index}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(index);
          }}
          onDrop={(event) => {
            event.preventDefault();
            if (dragged !== null) move(dragged, index);
          }}
          style={{
            opacity: dragged === index ? 0.5 : 1,
            ...(dragged !== null &&
              over === index && { borderColor: 'var(--mantine-color-indigo-5)' }),
          }}
        >
          <Group gap="xs" wrap="nowrap" align="center">
            <ActionIcon
              data-handle
              draggable
              aria-label={t('aliases.move', { what, number: index + 1 })}
              style={{ cursor: 'grab' }}
              onKeyDown={listen(index)}
              onDragStart={(event) => {
                event.dataTransfer.setData('text/plain', String(index));
                setDragged(index);
              }}
              onDragEnd={() => {
                setDragged(null);
                setOver(null);
              }}
            >
              <IconGripVertical size={16} />
            </ActionIcon>
            <Stack gap={6} flex={1} miw={0}>
              {row(index)}
            </Stack>
            <Stack gap={0}>
              <ActionIcon
                size="sm"
                aria-label={t('aliases.up', { what, number: index + 1 })}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <IconChevronUp size={14} />
              </ActionIcon>
              <ActionIcon
                size="sm"
                aria-label={t('aliases.down', { what, number: index + 1 })}
                disabled={index === count - 1}
                onClick={() => move(index, index + 1)}
              >
                <IconChevronDown size={14} />
              </ActionIcon>
            </Stack>
            <ActionIcon
              aria-label={t('aliases.remove', { what, number: index + 1 })}
              disabled={count <= least}
              onClick={() => onRemove(index)}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        </Card>
      ))}
    </Stack>
  );
}
