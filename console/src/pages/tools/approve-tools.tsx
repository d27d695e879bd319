import { Switch, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { useCurrency } from '../../api/organisation';
import { askAnew } from '../../api/session';
import { FormDialog } from '../../components/form-dialog';
import { MoneyInput } from '../../components/money-input';
import { notifyDone } from '../../components/notify';
import type { Provider } from '../providers/provider-model';
import { SpeakingTools } from './tool-findings';
import { priceOf, TOOL_SERVERS, type Tool } from './tool-model';

/** Tools are served as they are now, at a price: without one nobody is served them. */
export function ApproveTools(props: {
  server: Provider;
  tools: readonly Tool[];
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation('routing');
  const queries = useQueryClient();
  const currency = useCurrency() ?? '';
  const { server, tools, onClose, onDone } = props;
  const names = tools.map(({ name }) => name);
  const priced = new Set(server.settings.models.flatMap(({ id, price }) => (price ? [id] : [])));
  const hasPrices = names.every((name) => priced.has(name));
  const form = useForm({ initialValues: { keeps: hasPrices, amount: '' } });
  const { mutate, isPending, error } = api.useMutation('post', `${TOOL_SERVERS}/{id}/approve`, {
    meta: { isHandled: true },
    onSuccess: () => {
      notifyDone(t('tools.approve.done', { count: names.length }));
      onDone();
      void askAnew(queries);
    },
  });
  return (
    <FormDialog
      title={t('tools.approve.action', { count: names.length })}
      action={t('tools.approve.action', { count: names.length })}
      form={form}
      error={error}
      isBusy={isPending}
      onClose={onClose}
      onSubmit={({ keeps, amount }) =>
        mutate({
          params: { path: { id: server.id } },
          body: {
            names,
            // As they were read here: what a server says since then is not approved unseen.
            digests: tools.map(({ digest }) => digest ?? ''),
            ...(!keeps && { price: priceOf(amount, currency) }),
          },
        })
      }
    >
      <Text size="sm">{t('tools.approve.about')}</Text>
      <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {names.join(', ')}
      </Text>
      <SpeakingTools tools={tools} />
      {hasPrices && (
        <Switch
          label={t('tools.approve.keep')}
          {...form.getInputProps('keeps', { type: 'checkbox' })}
        />
      )}
      {!form.values.keeps && (
        <MoneyInput
          label={t('tools.approve.price')}
          description={t('tools.approve.price_help', { currency })}
          required
          data-autofocus
          {...form.getInputProps('amount')}
        />
      )}
    </FormDialog>
  );
}
