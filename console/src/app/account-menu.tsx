import { ActionIcon, Kbd, Menu, Text } from '@mantine/core';
import { IconBook, IconKeyboard, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { useSession } from '../api/session';
import { Face } from '../components/face';
import { shortcutHelp } from './use-keys';

/** Who is signed in, and what is theirs alone; fetched after the first page is shown. */
export function AccountMenu() {
  const { t } = useTranslation();
  const { name, email, role } = useSession();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon size="lg" radius="xl" aria-label={t('account')}>
          <Face name={name} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            {name}
          </Text>
          <Text size="xs" truncate>
            {email}
          </Text>
          <Text size="xs">{t(`roles.${role}`)}</Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item
          renderRoot={(root) => <Link to="/account" {...root} />}
          leftSection={<IconUserCircle size={16} aria-hidden />}
        >
          {t('account')}
        </Menu.Item>
        <Menu.Item
          component="a"
          href="/docs"
          target="_blank"
          leftSection={<IconBook size={16} aria-hidden />}
        >
          {t('documentation')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKeyboard size={16} aria-hidden />}
          rightSection={<Kbd size="xs">?</Kbd>}
          onClick={() => shortcutHelp.set(true)}
        >
          {t('shortcuts.title')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
          {t('sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Nothing that was read stays in the page: it is loaded anew. */
function useSignOut(): () => void {
  const queries = useQueryClient();
  const { mutate } = api.useMutation('delete', '/admin/v1/session', {
    onSettled: () => {
      queries.clear();
      location.assign(`${import.meta.env.BASE_URL}signin`);
    },
  });
  return () => mutate({});
}
