import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/form-dialog';
import { notifyDone } from '../../components/notify';
import type { Provider } from './provider-model';
import { SecretInput } from './secret-input';
import { useFamilies } from './use-families';
import { useProviderChange } from './use-provider-change';

export function ReplaceSecret({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const { t } = useTranslation('routing');
  const { name, settings } = provider;
  const family = useFamilies().find((one) => one.family === settings.family);
  const form = useForm({ initialValues: { secret: '' } });
  const { change, isPending, error } = useProviderChange(() => {
    notifyDone(t('providers.replace.done', { name }));
    onClose();
  }, true);
  return (
    <FormDialog
      title={t('providers.replace.title', { name })}
      action={t('providers.replace.action')}
      form={form}
      error={error}
      isBusy={isPending}
      onClose={onClose}
      onSubmit={({ secret }) => change(provider, { secret: { value: secret } })}
    >
      <Text size="sm">{t('providers.replace.detail')}</Text>
      <SecretInput
        family={family}
        isOfClient={settings.oauth !== undefined}
        required
        data-autofocus
        {...form.getInputProps('secret')}
      />
    </FormDialog>
  );
}
