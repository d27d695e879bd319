import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { askAnew } from '../../api/session';
import { ConfirmType } from '../../components/confirm-type';
import { notifyDone } from '../../components/notify';
import type { Token } from './token-model';

export function RevokeToken({ token, onClose }: { token: Token; onClose: () => void }) {
  const { t } = useTranslation('people');
  const queries = useQueryClient();
  const { id, name } = token;
  const { mutate, isPending } = api.useMutation('post', '/admin/v1/tokens/{id}/revoke', {
    onSuccess: async () => {
      notifyDone(t('tokens.revoked', { name }));
      onClose();
      await askAnew(queries);
    },
  });
  return (
    <ConfirmType
      title={t('tokens.revoke_of', { name })}
      name={name}
      action={t('tokens.revoke')}
      isBusy={isPending}
      onConfirm={() => mutate({ params: { path: { id } } })}
      onClose={onClose}
    >
      {t('tokens.revoke_detail')}
    </ConfirmType>
  );
}
