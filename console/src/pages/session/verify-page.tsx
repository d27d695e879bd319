import { Alert, Button, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { sessionQuery } from '../../api/session';
import { FormProblem } from '../../components/form-problem';
import { Front } from './front';
import { dropHash, useInHash } from './in-hash';

/** Behind the link of a mail. Pressed by a person: programs that follow links of mails verify nothing. */
export function VerifyPage() {
  const { t } = useTranslation('session');
  const queries = useQueryClient();
  const token = useInHash('token');
  const { mutate, isPending, isSuccess, error } = api.useMutation(
    'post',
    '/admin/v1/email/verify',
    {
      meta: { isHandled: true },
      onSuccess: async () => {
        dropHash();
        await queries.invalidateQueries(sessionQuery);
      },
    },
  );
  return (
    <Front title={t('verify.title')} about={t(isSuccess ? 'verify.done' : 'verify.about')}>
      <Stack>
        <FormProblem error={error} />
        {!token && <Alert color="yellow">{t('verify.by_code')}</Alert>}
        {token && !isSuccess ? (
          <Button onClick={() => mutate({ body: { token } })} loading={isPending}>
            {t('verify.action')}
          </Button>
        ) : (
          <Button renderRoot={(root) => <Link to="/" {...root} />}>{t('to_console')}</Button>
        )}
      </Stack>
    </Front>
  );
}
