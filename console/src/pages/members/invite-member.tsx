import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Role } from '#contract';
import { api } from '../../api/client';
import { askAnew, useSession } from '../../api/session';
import { Choice } from '../../components/choice';
import { FormDialog } from '../../components/form-dialog';
import { notifyDone } from '../../components/notify';
import { useManagedRoles } from './use-mine';

export function InviteMember({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['people', 'common']);
  const queries = useQueryClient();
  const { mail_server: hasMailServer } = useSession();
  const managed = useManagedRoles();
  const form = useForm<{ email: string; role: Role }>({
    initialValues: { email: '', role: 'member' },
  });
  const { mutate, isPending, error } = api.useMutation('post', '/admin/v1/invites', {
    meta: { isHandled: true },
    onSuccess: ({ email }) => {
      notifyDone(t(hasMailServer ? 'invites.sent' : 'invites.kept', { email }));
      onClose();
      void askAnew(queries);
    },
  });
  return (
    <FormDialog
      title={t('invites.new')}
      action={t('invites.send')}
      form={form}
      error={error}
      isBusy={isPending}
      size="lg"
      onClose={onClose}
      onSubmit={(body) => mutate({ body })}
    >
      <TextInput
        label={t('common:email')}
        description={t('invites.email_help')}
        type="email"
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <Choice
        label={t('members.role')}
        options={managed.map((value) => ({
          value,
          label: t(`common:roles.${value}`),
          about: t(`common:roles_about.${value}`),
        }))}
        {...form.getInputProps('role')}
      />
    </FormDialog>
  );
}
