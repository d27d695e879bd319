import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useCurrency } from '../../api/organisation';
import { FormDialog } from '../../components/form-dialog';
import { MoneyInput } from '../../components/money-input';
import { notifyDone } from '../../components/notify';
import type { Provider } from '../providers/provider-model';
import { useProviderChange } from '../providers/use-provider-change';
import { priceOf, type ServerMethod } from './tool-model';

/** Asks what a call of the method costs, without which it is served to nobody. */
export function ServeMethod(props: {
  server: Provider;
  method: ServerMethod;
  onClose: () => void;
}) {
  const { t } = useTranslation('routing');
  const currency = useCurrency() ?? '';
  const { server, method, onClose } = props;
  const { models } = server.settings;
  const before = models.find(({ id }) => id === method);
  const name = t(`tools.beside.methods.${method}.name`);
  const form = useForm({
    initialValues: { amount: before?.price ? (before.price.tool_call ?? '0') : '' },
  });
  const { change, isPending, error } = useProviderChange(() => {
    notifyDone(t('tools.beside.served', { name, server: server.name }));
    onClose();
  }, true);
  const serve = (amount: string) => {
    const served = { ...before, id: method, price: priceOf(amount, currency) };
    change(server, { models: [...models.filter(({ id }) => id !== method), served] });
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
