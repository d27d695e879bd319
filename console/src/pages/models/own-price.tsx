import { Alert, Button, Group, SimpleGrid, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, client, ifMatch, type Schemas } from '../../api/client';
import { askAnew } from '../../api/session';
import { FormDialog } from '../../components/form-dialog';
import { MoneyInput } from '../../components/money-input';
import { notifyDone } from '../../components/notify';
import { isFreeLine, type Model, type PricePoint } from './model-model';
import { FREE, idWithin, listedModels, priceWith, PRICED, withPrice } from './provider-models';
import { useServedModels } from './use-served-models';

type Provider = Schemas['ProviderStateView'];
const PATH = '/admin/v1/providers/{id}';

/** A price of one's own, in the settings of its provider. */
export function OwnPrice({ model, onClose }: { model: Model; onClose: () => void }) {
  const provider = api.useQuery('get', PATH, { params: { path: { id: model.provider } } });
  const history = api.useQuery('get', '/admin/v1/prices/history', {
    params: { query: { model: model.id } },
  });
  const served = useServedModels(model.provider);
  if (!provider.data || !history.data || !served.data) return null;
  return (
    <PriceForm
      model={model}
      provider={provider.data}
      now={history.data.data.at(-1)}
      served={served.data}
      onClose={onClose}
    />
  );
}

function PriceForm(props: {
  model: Model;
  provider: Provider;
  /** What it costs now, as it is stored: what its provider multiplies is not in it. */
  now: PricePoint | undefined;
  served: readonly string[];
  onClose: () => void;
}) {
  const { t } = useTranslation(['routing', 'common']);
  const queries = useQueryClient();
  const { model, provider, now, served, onClose } = props;
  const { id, version, settings } = provider;
  const { isOpen, models } = listedModels(settings.models, served);
  const own = models.find((one) => one.id === idWithin(model.id))?.price;
  const form = useForm({ initialValues: valuesOf(model, now) });
  const { mutate, isPending, error } = useMutation({
    meta: { isHandled: true },
    mutationFn: (price: object | undefined) => {
      const changed = withPrice(models, idWithin(model.id), price);
      const body = { models: changed } as Schemas['ProviderInput'];
      return client.PATCH(PATH, { params: { path: { id }, ...ifMatch(version) }, body });
    },
    onSuccess: () => {
      notifyDone(t('models.override.saved', { model: model.id }));
      onClose();
      void askAnew(queries);
    },
  });
  return (
    <FormDialog
      title={t('models.override.title', { model: model.id })}
      action={t('common:save')}
      form={form}
      error={error}
      isBusy={isPending}
      size="lg"
      onClose={onClose}
      onSubmit={({ free, ...amounts }) => mutate(free ? FREE : priceWith(own, amounts))}
    >
      <Text size="sm">{t('models.override.about')}</Text>
      {isOpen && (
        <Alert color="yellow">{t('models.override.opens', { count: models.length })}</Alert>
      )}
      <Switch
        label={t('models.override.is_free')}
        {...form.getInputProps('free', { type: 'checkbox' })}
      />
      {!form.values.free && (
        <>
          <TextInput
            label={t('models.override.currency')}
            required
            maw={140}
            {...form.getInputProps('currency')}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {PRICED.map(([name, unit]) => (
              <MoneyInput
                key={name}
                label={t('models.override.amount', { unit: t(`models.units.${unit}`) })}
                currency={form.values.currency}
                required={unit === 'in'}
                {...form.getInputProps(name)}
              />
            ))}
          </SimpleGrid>
        </>
      )}
      {own && (
        <Group>
          <Button variant="subtle" size="xs" loading={isPending} onClick={() => mutate(undefined)}>
            {t('models.override.remove')}
          </Button>
        </Group>
      )}
    </FormDialog>
  );
}

function valuesOf(model: Model, now: PricePoint | undefined) {
  const plain = (now?.lines ?? []).filter(
    (line) => line.tier === 'standard' && line.above_tokens === 0 && !isFreeLine(line),
  );
  const amounts = PRICED.map(([name, unit]) => [
    name,
    plain.find((line) => line.unit === unit)?.per_million ?? '',
  ]);
  return {
    free: model.free,
    currency: plain[0]?.currency ?? model.currency,
    ...(Object.fromEntries(amounts) as Record<(typeof PRICED)[number][0], string>),
  };
}
