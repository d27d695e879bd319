import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { askAnew } from '../../api/session';
import { ConfirmType } from '../../components/confirm-type';
import { notifyDone } from '../../components/notify';
import type { Key } from './key-model';

export function RevokeKey({ of, onClose }: { of: Key; onClose: () => void }) {
  const { t } = useTranslation('keys');
  const queries = useQueryClient();
  const { mutate, isPending } = api.useMutation('post', '/admin/v1/keys/{id}/revoke', {
    onSuccess: () => {
      notifyDone(t('revoke.done', { name: of.name }));
      onClose();
      void askAnew(queries);
    },
  });
  return (
    <ConfirmType
      title={t('revoke.title', { name: of.name })}
      name={of.name}
      action={t('revoke.action')}
      isBusy={isPending}
      onConfirm={() => mutate({ params: { path: { id: of.id } } })}
      onClose={onClose}
    >
      {t('revoke.detail')}
    </ConfirmType>
  );
}
