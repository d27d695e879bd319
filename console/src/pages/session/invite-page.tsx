import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, client, type Schemas } from '../../api/client';
import { sessionQuery } from '../../api/session';
import { Loadable } from '../../components/loadable';
import { NewPassword } from '../../components/password-inputs';
import { FormProblem } from '../../components/form-problem';
import { ToSignIn } from './forgot-page';
import { Front } from './front';
import { useInHash } from './in-hash';

/** Behind the link of an invitation: whom it is for, and then their name and password. */
export function InvitePage() {
  const { t } = useTranslation('session');
  const token = useInHash('token');
  const invite = useQuery({
    queryKey: ['invite', token],
    enabled: token !== '',
    queryFn: async () => {
      const { data } = await client.POST('/admin/v1/invites/look', { body: { token } });
      if (!data) throw new Error('The API answered without the invitation.');
      return data;
    },
  });
  return (
    <Front title={t('invite.title')} about={t('invite.about')}>
      {token === '' ? (
        <Alert color="yellow">{t('no_token')}</Alert>
      ) : (
        <Loadable query={invite}>{(data) => <Accept invite={data} token={token} />}</Loadable>
      )}
      <ToSignIn />
    </Front>
  );
}

function Accept({ invite, token }: { invite: Schemas['InviteView']; token: string }) {
  const { t } = useTranslation(['session', 'common']);
  const queries = useQueryClient();
  const go = useNavigate();
  const form = useForm({ initialValues: { name: '', password: '' } });
  const { mutate, isPending, error } = api.useMutation('post', '/admin/v1/invites/accept', {
    meta: { isHandled: true },
    onSuccess: async () => {
      await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
      await go({ to: '/' });
    },
  });
  const { email, role } = invite;
  return (
    <form onSubmit={form.onSubmit((values) => mutate({ body: { token, ...values } }))}>
      <Stack>
        <FormProblem error={error} form={form} />
        <Alert color="indigo" title={t('invite.as', { role: t(`common:roles.${role}`) })}>
          <Text size="sm">{t(`common:roles_about.${role}`)}</Text>
        </Alert>
        <TextInput
          label={t('common:email')}
          value={email}
          readOnly
          autoComplete="username"
          description={t('invite.email_help')}
        />
        <TextInput
          label={t('set_up.name')}
          required
          maxLength={100}
          autoComplete="name"
          {...form.getInputProps('name')}
        />
        <NewPassword {...form.getInputProps('password')} />
        <Button type="submit" loading={isPending}>
          {t('invite.accept')}
        </Button>
      </Stack>
    </form>
  );
}
