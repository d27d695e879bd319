import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconBookmark, IconDeviceFloppy, IconX } from '@tabler/icons-react';

/** What somebody has kept by a name, to come back to it. */
export function NamedMenu(props: {
  texts: { open: string; none: string; save: string; remove: (name: string) => string };
  names: readonly string[];
  onChoose: (name: string) => void;
  onRemove: (name: string) => void;
  onSave: () => void;
}) {
  const { texts, names, onChoose, onRemove, onSave } = props;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
          {texts.open}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {names.length === 0 && <Menu.Label>{texts.none}</Menu.Label>}
        {names.map((name) => (
          <Group key={name} gap={0} wrap="nowrap" role="none">
            <Menu.Item onClick={() => onChoose(name)}>{name}</Menu.Item>
            <ActionIcon
              role="menuitem"
              aria-label={texts.remove(name)}
              onClick={() => onRemove(name)}
            >
              <IconX size={14} />
            </ActionIcon>
          </Group>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconDeviceFloppy size={16} aria-hidden />} onClick={onSave}>
          {texts.save}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
