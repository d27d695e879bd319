import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { askAnew } from '../../api/session';
import { ConfirmType } from '../../components/confirm-type';
import type { Workload } from './settings';

export function DeleteWorkload({ workload, onClose }: { workload: Workload; onClose: () => void }) {
  const { t } = useTranslation('workloads');
  const go = useNavigate();
  const queries = useQueryClient();
  const { id, name } = workload;
  const { mutate, isPending } = api.useMutation('delete', '/admin/v1/workloads/{id}', {
    onSuccess: async () => {
      await go({ to: '/workloads' });
      await askAnew(queries);
    },
  });
  return (
    <ConfirmType
      title={t('delete.title', { name })}
      name={name}
      action={t('delete.action')}
      isBusy={isPending}
      onConfirm={() => mutate({ params: { path: { id } } })}
      onClose={onClose}
    >
      {t('delete.detail')}
    </ConfirmType>
  );
}
