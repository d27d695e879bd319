import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export interface RowAction {
  readonly label: string;
  readonly icon: Icon;
  readonly isDangerous?: boolean;
  readonly isOff?: boolean;
  readonly run: () => void;
}

/** What can be done to one row. */
export function RowMenu({ of, actions }: { of: string; actions: readonly RowAction[] }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          aria-label={t('actions_of', { what: of })}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {actions.map(({ label, icon: Picture, isDangerous, isOff, run }) => (
          <Menu.Item
            key={label}
            leftSection={<Picture size={16} aria-hidden />}
            {...(isDangerous && { color: 'var(--mantine-color-error)' })}
            disabled={isOff ?? false}
            onClick={run}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
