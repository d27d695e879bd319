import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { FormProblem } from './problem-alert';

/** @param onDone once the browser has the session */
export function SignInForm({ email, onDone }: { email?: string; onDone: () => void }) {
  const { t } = useTranslation();
  const form = useForm({ initialValues: { email: email ?? '', password: '' } });
  const { mutate, isPending, error } = api.useMutation('post', '/admin/v1/session', {
    meta: { isHandled: true },
    onSuccess: onDone,
  });
  return (
    <form onSubmit={form.onSubmit((body) => mutate({ body }))}>
      <Stack>
        <FormProblem error={error} />
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          required
          data-autofocus={!email || undefined}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('password')}
          autoComplete="current-password"
          required
          data-autofocus={Boolean(email) || undefined}
          visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={isPending} fullWidth>
          {t('sign_in')}
        </Button>
      </Stack>
    </form>
  );
}
