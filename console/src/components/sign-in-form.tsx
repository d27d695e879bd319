import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { isProblem } from '../api/problem';
import { CodeForm } from './code-form';
import { CurrentPassword } from './password-inputs';
import { FormProblem } from './form-problem';

/**
 * @param onDone once the browser has the session
 * @param children below the password, until it is given
 */
export function SignInForm(props: { email?: string; onDone: () => void; children?: ReactNode }) {
  const [isCodeNeeded, setCodeNeeded] = useState(false);
  const { onDone } = props;
  if (isCodeNeeded) return <SecondStep onDone={onDone} onOver={() => setCodeNeeded(false)} />;
  return <FirstStep {...props} onCodeNeeded={() => setCodeNeeded(true)} />;
}

function FirstStep(props: {
  email?: string;
  onDone: () => void;
  onCodeNeeded: () => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { email, onDone, onCodeNeeded, children } = props;
  const form = useForm({ initialValues: { email: email ?? '', password: '' } });
  const { mutate, isPending, error } = api.useMutation('post', '/admin/v1/session', {
    meta: { isHandled: true },
    onSuccess: ({ code_needed: isCodeNeeded }) => (isCodeNeeded ? onCodeNeeded() : onDone()),
  });
  return (
    <form onSubmit={form.onSubmit((body) => mutate({ body }))}>
      <Stack>
        <FormProblem error={error} form={form} />
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          required
          data-autofocus={!email || undefined}
          {...form.getInputProps('email')}
        />
        <CurrentPassword
          data-autofocus={Boolean(email) || undefined}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={isPending} fullWidth>
          {t('sign_in')}
        </Button>
        {children}
      </Stack>
    </form>
  );
}

/** @param onOver too late for the code: the password is asked for anew */
function SecondStep({ onDone, onOver }: { onDone: () => void; onOver: () => void }) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = api.useMutation('post', '/admin/v1/session/totp', {
    meta: { isHandled: true },
    onSuccess: onDone,
    onError: (refusal) => {
      if (isProblem(refusal, 'sign_in_needed')) onOver();
    },
  });
  return (
    <CodeForm
      label={t('code.label')}
      description={t('code.help')}
      action={t('sign_in')}
      error={error}
      isBusy={isPending}
      onSubmit={(code) => mutate({ body: { code } })}
    >
      <Button variant="subtle" onClick={onOver}>
        {t('code.back')}
      </Button>
    </CodeForm>
  );
}
