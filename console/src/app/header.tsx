import {
  ActionIcon,
  Burger,
  Button,
  Group,
  Kbd,
  Text,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../api/session';
import { Face } from '../components/face';
import { palette } from './palette-store';

const AccountMenu = lazy(() =>
  import('./account-menu').then((file) => ({ default: file.AccountMenu })),
);

export function Header(props: { isNavigationOpen: boolean; onToggle: () => void }) {
  const { t } = useTranslation();
  const { name, organisation_name: organisation } = useSession();
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
          onClick={palette.open}
          fw={400}
        >
          {t('palette.open')}
        </Button>
        <ActionIcon hiddenFrom="sm" size="lg" onClick={palette.open} aria-label={t('palette.open')}>
          <IconSearch size={18} />
        </ActionIcon>
        <SchemeToggle />
        <Suspense
          fallback={
            <ActionIcon size="lg" radius="xl" aria-label={t('account')} loading>
              <Face name={name} />
            </ActionIcon>
          }
        >
          <AccountMenu />
        </Suspense>
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
