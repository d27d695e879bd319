import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { stepUpWanted } from '../api/session-lost';
import { useSession } from '../api/session';
import { FormProblem } from '../components/problem-alert';
import { useSignal } from '../lib/signal';

/** Asks again who it is, before what weighs more than the rest, and then does it. */
export function StepUp() {
  const { t } = useTranslation();
  const retry = useSignal(stepUpWanted);
  return (
    <Modal
      opened={retry !== null}
      onClose={() => stepUpWanted.set(null)}
      title={t('step_up.title')}
      zIndex={300}
    >
      {retry && <Ask retry={retry} />}
    </Modal>
  );
}

function Ask({ retry }: { retry: () => void }) {
  const { t } = useTranslation();
  const { totp } = useSession();
  const form = useForm({ initialValues: { password: '', code: '' } });
  const { mutate, isPending, error } = api.useMutation('post', '/admin/v1/session/step-up', {
    meta: { isHandled: true },
    onSuccess: () => {
      stepUpWanted.set(null);
      retry();
    },
  });
  const send = ({ password, code }: typeof form.values) =>
    mutate({ body: totp ? { code } : { password } });
  return (
    <form onSubmit={form.onSubmit(send)}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('step_up.detail')}
        </Text>
        <FormProblem error={error} />
        {totp ? (
          <TextInput
            label={t('step_up.code')}
            required
            autoComplete="one-time-code"
            data-autofocus
            {...form.getInputProps('code')}
          />
        ) : (
          <PasswordInput
            label={t('password')}
            required
            autoComplete="current-password"
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
            {...form.getInputProps('password')}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={isPending}>
            {t('step_up.go_on')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
