import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import i18next from 'i18next';
import { createQueryClient } from '../api/query-client';
import { ProblemText, titleOf } from '../components/problem-alert';
import { createConsoleRouter } from './router';
import { cssVariables, theme } from './theme';

const NOTICE_MS = 10_000;

const queries = createQueryClient({
  failed: (error) =>
    notifications.show({
      color: 'red',
      title: titleOf(error, i18next.t('failed')),
      message: <ProblemText error={error} />,
      autoClose: NOTICE_MS,
      closeButtonProps: { 'aria-label': i18next.t('close') },
    }),
});
const router = createConsoleRouter(queries);

export const App = () => (
  <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
    <QueryClientProvider client={queries}>
      <Notifications position="bottom-right" />
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>
);
