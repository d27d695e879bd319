import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { askAnew } from '../../api/session';
import { ConfirmType } from '../../components/confirm-type';
import { notifyDone } from '../../components/notify';
import type { Pending } from './member-model';

/** What is done to a member once it is confirmed. */
export function MemberActions({ pending, onClose }: { pending: Pending; onClose: () => void }) {
  const { t } = useTranslation(['people', 'common']);
  const { kind, member } = pending;
  const { name, email } = member;
  const queries = useQueryClient();
  const told = {
    onSuccess: async () => {
      notifyDone(t(`members.done.${kind}`, { name }));
      onClose();
      await askAnew(queries);
    },
  };
  const signOut = api.useMutation('post', '/admin/v1/members/{id}/sign-out', told);
  const resetTotp = api.useMutation('post', '/admin/v1/members/{id}/reset-totp', told);
  const verify = api.useMutation('post', '/admin/v1/members/{id}/verify-email', told);
  const remove = api.useMutation('delete', '/admin/v1/members/{id}', told);
  const { mutate, isPending } = { sign_out: signOut, reset_totp: resetTotp, verify, remove }[kind];
  const confirm = () => mutate({ params: { path: { id: member.id } } });
  const title = t(`members.ask.${kind}`, { name });
  if (kind === 'remove') {
    return (
      <ConfirmType
        title={title}
        name={email}
        action={t('members.remove')}
        isBusy={isPending}
        onConfirm={confirm}
        onClose={onClose}
      >
        {t('members.ask_about.remove')}
      </ConfirmType>
    );
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack>
        <Text size="sm">{t(`members.ask_about.${kind}`, { email })}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button onClick={confirm} loading={isPending} data-autofocus>
            {t(`members.do.${kind}`)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
