import { AppShell, Box } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { CardBoundary } from '../components/card-boundary';
import { Header } from './header';
import { Navigation } from './navigation';
import { OfflineBanner } from './offline-banner';
import { useKeys } from './use-keys';

const Notices = lazy(() => import('./notices').then((file) => ({ default: file.Notices })));
const OverPage = lazy(() => import('./over-page').then((file) => ({ default: file.OverPage })));

/** What stands around every page once somebody is signed in. */
export function Shell() {
  const { t } = useTranslation();
  const [isOpen, { toggle, close }] = useDisclosure();
  useKeys();
  return (
    <>
      <a className="skip-link" href="#main">
        {t('skip')}
      </a>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 236, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
        padding={{ base: 'md', lg: 'xl' }}
      >
        <AppShell.Header>
          <Header isNavigationOpen={isOpen} onToggle={toggle} />
        </AppShell.Header>
        <AppShell.Navbar p="sm" aria-label={t('navigation')}>
          <Navigation onGo={close} />
        </AppShell.Navbar>
        <AppShell.Main
          id="main"
          tabIndex={-1}
          bg="light-dark(var(--mantine-color-gray-0), var(--mantine-color-dark-8))"
        >
          <OfflineBanner />
          <Box maw={1320} mx="auto">
            <Suspense>
              <Notices />
            </Suspense>
            <CardBoundary>
              <Outlet />
            </CardBoundary>
          </Box>
        </AppShell.Main>
      </AppShell>
      <Suspense>
        <OverPage />
      </Suspense>
    </>
  );
}
