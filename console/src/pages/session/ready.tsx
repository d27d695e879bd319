import { Button, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Made } from './first-workload';

/** The end of the set-up, and where it goes on. */
export function Ready({ workload: made }: { workload: Made | null }) {
  const { t } = useTranslation('session');
  return (
    <Stack align="center">
      <ThemeIcon color="teal" size={52} radius="xl" aria-hidden>
        <IconCheck size={28} />
      </ThemeIcon>
      <Title order={2}>{t('set_up.ready.title')}</Title>
      <Text ta="center" c="dimmed" size="sm">
        {t('set_up.ready.about')}
      </Text>
      {made ? (
        <Button
          renderRoot={(root) => <Link to="/workloads/$id" params={{ id: made.id }} {...root} />}
        >
          {t('set_up.ready.open', { name: made.name })}
        </Button>
      ) : (
        <Button renderRoot={(root) => <Link to="/workloads" {...root} />}>
          {t('set_up.ready.open_list')}
        </Button>
      )}
    </Stack>
  );
}
