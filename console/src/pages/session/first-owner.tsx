import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { isProblem } from '../../api/problem';
import { sessionQuery, setUpQuery } from '../../api/session';
import { NewPassword, PASSWORD_CHARS_MIN } from '../../components/password-inputs';
import { FormProblem } from '../../components/form-problem';
import { dropHash, useInHash } from './in-hash';

/** @param onDone once the browser has the session of the owner */
export function FirstOwner({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['session', 'common']);
  const queries = useQueryClient();
  const tokenOfLink = useInHash('token');
  const [isTokenAsked, setTokenAsked] = useState(tokenOfLink === '');
  const form = useForm({
    initialValues: {
      token: tokenOfLink,
      organisation_name: '',
      name: '',
      email: '',
      password: '',
    },
    validate: {
      password: (text) =>
        text.length < PASSWORD_CHARS_MIN &&
        t('set_up.password_short', { count: PASSWORD_CHARS_MIN }),
    },
  });
  const { mutate, isPending, error } = api.useMutation('post', '/admin/v1/setup', {
    meta: { isHandled: true },
    onError: (refusal: unknown) => {
      // That of another gateway, or cut off on its way: the field is where the right one goes.
      const isOfToken =
        isProblem(refusal, 'set_up_token_invalid') ||
        (isProblem(refusal) && refusal.errors.some(({ path }) => path === 'token'));
      if (isOfToken) setTokenAsked(true);
    },
    onSuccess: async () => {
      await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
      queries.setQueryData(setUpQuery.queryKey, false);
      dropHash();
      onDone();
    },
  });
  const send = ({ organisation_name: organisation, ...rest }: typeof form.values) =>
    mutate({ body: { ...rest, ...(organisation && { organisation_name: organisation }) } });
  return (
    <form onSubmit={form.onSubmit(send)}>
      <Stack>
        <FormProblem error={error} form={form} />
        {!isTokenAsked && <Alert color="teal">{t('set_up.token_known')}</Alert>}
        {isTokenAsked && (
          <TextInput
            label={t('set_up.token')}
            description={t('set_up.token_help')}
            required
            autoComplete="off"
            {...form.getInputProps('token')}
          />
        )}
        <TextInput
          label={t('set_up.organisation')}
          description={t('set_up.organisation_help')}
          autoComplete="organization"
          {...form.getInputProps('organisation_name')}
        />
        <TextInput
          label={t('set_up.name')}
          required
          autoComplete="name"
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('common:email')}
          type="email"
          required
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <NewPassword label={t('common:password')} {...form.getInputProps('password')} />
        <Button type="submit" loading={isPending}>
          {t('set_up.create')}
        </Button>
      </Stack>
    </form>
  );
}
