import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconMail } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { FormProblem } from '../../components/form-problem';
import { Front } from './front';

/** The answer is the same whether there is such a member or not. */
export function ForgotPage() {
  const { t } = useTranslation(['session', 'common']);
  const form = useForm({ initialValues: { email: '' } });
  const { mutate, isPending, isSuccess, error } = api.useMutation(
    'post',
    '/admin/v1/password/forgot',
    { meta: { isHandled: true } },
  );
  return (
    <Front title={t('forgot.title')} about={t('forgot.about')}>
      {isSuccess ? (
        <Alert color="teal" role="status" icon={<IconMail size={18} aria-hidden />}>
          {t('forgot.done')}
        </Alert>
      ) : (
        <form onSubmit={form.onSubmit((body) => mutate({ body }))}>
          <Stack>
            <FormProblem error={error} form={form} />
            <TextInput
              label={t('common:email')}
              type="email"
              required
              autoComplete="username"
              {...form.getInputProps('email')}
            />
            <Button type="submit" loading={isPending}>
              {t('forgot.send')}
            </Button>
          </Stack>
        </form>
      )}
      <ToSignIn />
    </Front>
  );
}

export function ToSignIn() {
  const { t } = useTranslation('session');
  return (
    <Anchor renderRoot={(root) => <Link to="/signin" {...root} />} size="sm" ta="center">
      {t('to_sign_in')}
    </Anchor>
  );
}
