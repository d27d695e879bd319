import { Alert, Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { NewPassword } from '../../components/password-inputs';
import { FormProblem } from '../../components/form-problem';
import { ToSignIn } from './forgot-page';
import { Front } from './front';
import { dropHash, useInHash } from './in-hash';

/** Behind the link of a mail. */
export function ResetPage() {
  const { t } = useTranslation('session');
  const token = useInHash('token');
  const form = useForm({ initialValues: { password: '' } });
  const { mutate, isPending, isSuccess, error } = api.useMutation(
    'post',
    '/admin/v1/password/reset',
    {
      meta: { isHandled: true },
      onSuccess: dropHash,
    },
  );
  if (isSuccess) {
    return (
      <Front title={t('reset.title')} about={t('reset.done')}>
        <Button renderRoot={(root) => <Link to="/signin" {...root} />}>{t('sign_in.title')}</Button>
      </Front>
    );
  }
  return (
    <Front title={t('reset.title')} about={t('reset.about')}>
      {token ? (
        <form onSubmit={form.onSubmit(({ password }) => mutate({ body: { token, password } }))}>
          <Stack>
            <FormProblem error={error} form={form} />
            <NewPassword {...form.getInputProps('password')} />
            <Button type="submit" loading={isPending}>
              {t('reset.action')}
            </Button>
          </Stack>
        </form>
      ) : (
        <Alert color="yellow">{t('no_token')}</Alert>
      )}
      <ToSignIn />
    </Front>
  );
}
