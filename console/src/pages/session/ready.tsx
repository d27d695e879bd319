import { Button, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck, IconKey } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { FormProblem } from '../../components/form-problem';
import { KeyReady } from '../keys/key-ready';
import type { NewKey } from '../keys/key-model';
import type { Made } from './first-workload';

/** The end of the set-up: a key to try it with, and where it goes on. */
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
      {made && <FirstKey workload={made} />}
      {made ? (
        <Button
          variant="default"
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

/** For tests: one for production waits until an e-mail address is verified. */
function FirstKey({ workload }: { workload: Made }) {
  const { t } = useTranslation('session');
  const [key, setKey] = useState<NewKey | null>(null);
  const { mutate, isPending, isSuccess, error } = api.useMutation('post', '/admin/v1/keys', {
    meta: { isHandled: true },
    gcTime: 0, // The answer is the secret: it stays no longer than it is shown.
    onSuccess: setKey,
  });
  const make = () =>
    mutate({ body: { name: t('set_up.ready.key_name'), workload_id: workload.id, env: 'test' } });
  return (
    <>
      <FormProblem error={error} />
      <Button
        leftSection={<IconKey size={16} aria-hidden />}
        onClick={make}
        loading={isPending}
        disabled={isSuccess}
      >
        {t(isSuccess ? 'set_up.ready.key_made' : 'set_up.ready.make_key')}
      </Button>
      {key && <KeyReady made={key} onClose={() => setKey(null)} />}
    </>
  );
}
