import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type Schemas } from '../../api/client';
import { askAnew } from '../../api/session';
import { Choice } from '../../components/choice';
import { FormDialog } from '../../components/form-dialog';
import { MomentInput } from '../../components/moment-input';
import { SecretOnce } from '../../components/secret-once';

const ROLES = ['auditor', 'member', 'admin'] as const;

export function NewToken({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['people', 'common']);
  const queries = useQueryClient();
  const [made, setMade] = useState<Schemas['NewTokenView'] | null>(null);
  const form = useForm<Required<Schemas['AdminTokenDto']>>({
    initialValues: { name: '', role: 'auditor', expires_at: '' },
  });
  const { mutate, isPending, error } = api.useMutation('post', '/admin/v1/tokens', {
    meta: { isHandled: true },
    gcTime: 0, // The answer is the secret: it stays no longer than it is shown.
    onSuccess: (token) => {
      setMade(token);
      void askAnew(queries);
    },
  });
  if (made) {
    return <SecretOnce title={made.name} secret={made.token} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={t('tokens.new')}
      action={t('tokens.create')}
      form={form}
      error={error}
      isBusy={isPending}
      size="lg"
      onClose={onClose}
      onSubmit={({ expires_at: end, ...rest }) =>
        mutate({ body: { ...rest, ...(end && { expires_at: end }) } })
      }
    >
      <TextInput
        label={t('tokens.name')}
        description={t('tokens.name_help')}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Choice
        label={t('members.role')}
        options={ROLES.map((value) => ({
          value,
          label: t(`common:roles.${value}`),
          about: t(`common:roles_about.${value}`),
        }))}
        {...form.getInputProps('role')}
      />
      <MomentInput
        label={t('tokens.ends')}
        description={t('tokens.ends_help')}
        {...form.getInputProps('expires_at')}
      />
    </FormDialog>
  );
}
