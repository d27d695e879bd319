import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useCurrency } from '../../api/organisation';
import { FormDialog } from '../../components/form-dialog';
import { MoneyInput } from '../../components/money-input';
import { notifyDone } from '../../components/notify';
import type { Provider } from '../providers/provider-model';
import { useProviderChange } from '../providers/use-provider-change';
import { priceOf } from './tool-model';

/** Asks what a call costs, without which nobody is served it. */
export function ServeAtPrice(props: {
  server: Provider;
  /** Of a tool or a method, as a model of the settings. */
  id: string;
  /** For people. */
  name: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('routing');
  const currency = useCurrency() ?? '';
  const { server, id, name, onClose } = props;
  const { models } = server.settings;
  const before = models.find((one) => one.id === id);
  const form = useForm({
    initialValues: { amount: before?.price ? (before.price.tool_call ?? '0') : '' },
  });
  const { change, isPending, error } = useProviderChange(() => {
    notifyDone(t('tools.beside.served', { name, server: server.name }));
    onClose();
  }, true);
  const serve = (amount: string) => {
    const served = { ...before, id, price: priceOf(amount, currency) };
    change(server, { models: [...models.filter((one) => one.id !== id), served] });
  };
  return (
    <FormDialog
      title={t('tools.beside.serve', { name, server: server.name })}
      action={t(before?.price ? 'tools.beside.reprice' : 'tools.beside.serve_action')}
      form={form}
      error={error}
      isBusy={isPending}
      onClose={onClose}
      onSubmit={({ amount }) => serve(amount)}
    >
      <Text size="sm">{t('tools.beside.serve_about')}</Text>
      <MoneyInput
        label={t('tools.approve.price')}
        description={t('tools.beside.price_help', { currency })}
        required
        data-autofocus
        {...form.getInputProps('amount')}
        // The only field: whatever is refused stands at it.
        error={Object.values(form.errors)[0]}
      />
    </FormDialog>
  );
}
