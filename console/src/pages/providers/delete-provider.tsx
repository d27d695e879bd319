import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { askAnew } from '../../api/session';
import { ConfirmType } from '../../components/confirm-type';
import { notifyDone } from '../../components/notify';
import { PROVIDER, type Provider } from './provider-model';

export function DeleteProvider(props: {
  provider: Provider;
  onClose: () => void;
  onGone: () => void;
}) {
  const { t } = useTranslation('routing');
  const queries = useQueryClient();
  const { provider, onClose, onGone } = props;
  const { id, name } = provider;
  const { mutate, isPending } = api.useMutation('delete', PROVIDER, {
    onSuccess: async () => {
      notifyDone(t('providers.delete.done', { name }));
      onGone();
      await askAnew(queries);
    },
  });
  return (
    <ConfirmType
      title={t('providers.delete.title', { name })}
      name={name}
      action={t('providers.delete.action')}
      isBusy={isPending}
      onConfirm={() => mutate({ params: { path: { id } } })}
      onClose={onClose}
    >
      {t('providers.delete.detail', { context: provider.settings.family })}
    </ConfirmType>
  );
}
