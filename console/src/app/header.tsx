import {
  ActionIcon,
  Avatar,
  Burger,
  Button,
  Group,
  Kbd,
  Menu,
  Text,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import {
  IconBook,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSearch,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { useSession } from '../api/session';
import { shortcutHelp } from './shortcuts';

export function Header(props: { isNavigationOpen: boolean; onToggle: () => void }) {
  const { t } = useTranslation();
  const { organisation_name: organisation } = useSession();
  return (
    <Group h="100%" px="md" gap="sm" wrap="nowrap">
      <Burger
        opened={props.isNavigationOpen}
        onClick={props.onToggle}
        hiddenFrom="sm"
        size="sm"
        aria-label={t('navigation')}
        aria-expanded={props.isNavigationOpen}
      />
      <UnstyledButton renderRoot={(root) => <Link to="/" {...root} />} miw={0}>
        <Group gap="xs" wrap="nowrap">
          <img src={`${import.meta.env.BASE_URL}favicon.svg`} alt="" width="26" height="26" />
          <Text fw={650} truncate maw={220}>
            {organisation}
          </Text>
        </Group>
      </UnstyledButton>
      <Group ml="auto" gap={4} wrap="nowrap">
        <Button
          variant="default"
          visibleFrom="sm"
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={<Kbd size="xs">{t('palette.keys')}</Kbd>}
          onClick={spotlight.open}
          fw={400}
        >
          {t('palette.open')}
        </Button>
        <ActionIcon
          hiddenFrom="sm"
          size="lg"
          onClick={spotlight.open}
          aria-label={t('palette.open')}
        >
          <IconSearch size={18} />
        </ActionIcon>
        <SchemeToggle />
        <AccountMenu />
      </Group>
    </Group>
  );
}

export function SchemeToggle() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const label = t(isDark ? 'scheme.light' : 'scheme.dark');
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="lg"
        onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        aria-label={label}
      >
        {isDark ? <IconSun size={18} /> : <IconMoon size={18} />}
      </ActionIcon>
    </Tooltip>
  );
}

function AccountMenu() {
  const { t } = useTranslation();
  const { name, email, role } = useSession();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon size="lg" radius="xl" aria-label={t('account')}>
          <Avatar name={name} color="initials" size={32} aria-hidden />
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
