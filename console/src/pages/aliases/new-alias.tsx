import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { askAnew } from '../../api/session';
import { FormDialog } from '../../components/form-dialog';
import { notifyDone } from '../../components/notify';
import { AliasFields } from './alias-fields';
import { ALIASES, type AliasSettings } from './alias-model';

export function NewAlias({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('routing');
  const queries = useQueryClient();
  const form = useForm<AliasSettings>({
    initialValues: { name: '', targets: [{ model: '', weight: 1 }], fallbacks: [] },
  });
  const { mutate, isPending, error } = api.useMutation('post', ALIASES, {
    meta: { isHandled: true },
    onSuccess: () => {
      notifyDone(t('aliases.saved'));
      onClose();
      void askAnew(queries);
    },
  });
  return (
    <FormDialog
      title={t('aliases.new')}
      action={t('aliases.create')}
      form={form}
      error={error}
      isBusy={isPending}
      size="lg"
      onClose={onClose}
      onSubmit={(body) => mutate({ body })}
    >
      <AliasFields form={form} />
    </FormDialog>
  );
}
