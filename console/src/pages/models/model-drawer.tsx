import { Alert, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCoin, IconRoute } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { useReach } from '../../api/session';
import { Facts } from '../../components/facts';
import { Loadable } from '../../components/loadable';
import { Money } from '../../components/money';
import { NotFound } from '../../components/not-found';
import { Place } from '../../components/place';
import { ReasonButton } from '../../components/reason-button';
import { Section } from '../../components/section';
import { formatCount } from '../../lib/numbers';
import { Reach } from './model-columns';
import { amountOf, isOfPieces, type Model } from './model-model';
import { OwnPrice } from './own-price';
import { PriceHistory } from './price-history';

/** One model: what it is, what it costs, and how that came to be. */
export function ModelDrawer(props: {
  id: string;
  workload: string | undefined;
  onClose: () => void;
}) {
  const { id, workload, onClose } = props;
  const [provider = ''] = id.split('/');
  const query = api.useQuery('get', '/admin/v1/models', {
    params: {
      query: { q: id, provider, limit: 200, ...(workload && { workload_id: workload }) },
    },
  });
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={id}>
      <Loadable query={query}>
        {({ data }) => {
          const model = data.find((one) => one.id === id);
          return model ? <Details model={model} workload={workload} /> : <NotFound />;
        }}
      </Loadable>
    </Drawer>
  );
}

function Details({ model, workload }: { model: Model; workload: string | undefined }) {
  const { t } = useTranslation(['routing', 'common']);
  const canManage = useReach('provider:manage') !== undefined;
  const [isPricing, { open, close }] = useDisclosure();
  const search = { tab: 'explain', model: model.id, ...(workload && { workload }) };
  return (
    <Stack>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRoute size={14} aria-hidden />}
          renderRoot={(root) => <Link to="/aliases" search={search} {...root} />}
        >
          {t('models.explain')}
        </Button>
        <ReasonButton
          size="xs"
          variant="default"
          leftSection={<IconCoin size={14} aria-hidden />}
          reason={canManage ? undefined : t('common:read_only')}
          onClick={open}
        >
          {t('models.override.action')}
        </ReasonButton>
      </Group>
      {model.sandbox && <Alert color="indigo">{t('models.sandbox')}</Alert>}
      <About model={model} />
      <Section title={t('models.prices')}>
        <Prices model={model} />
      </Section>
      <PriceHistory model={model.id} />
      {isPricing && <OwnPrice model={model} onClose={close} />}
    </Stack>
  );
}

function About({ model }: { model: Model }) {
  const { t } = useTranslation('routing');
  const { thinking, efforts, operator, operations } = model;
  const tokens = (count: number | null) =>
    count !== null && t('models.tokens', { count: formatCount(count) as unknown as number });
  return (
    <Facts
      label={t('models.facts')}
      rows={[
        [t('models.reachable'), <Reach key="reach" model={model} />],
        [
          t('models.zone'),
          <>
            <Place {...model} />
            <Text size="xs" c="dimmed">
              {t(`place_sources.${model.location_source}`)}
            </Text>
          </>,
        ],
        [t('models.operator'), operator],
        [t('models.retention'), t(`models.retentions.${model.retention}`)],
        [
          t('models.operations'),
          operations.map((one) => t(`models.operation_names.${one as 'chat'}`)).join(', '),
        ],
        [
          t('models.thinking'),
          thinking &&
            `${t(`models.thinkings.${thinking}`)}${efforts.length > 0 ? `: ${efforts.join(', ')}` : ''}`,
        ],
        [t('models.context'), tokens(model.context_tokens)],
        [t('models.max_output'), tokens(model.max_output_tokens)],
        [t('models.source'), model.price_source && t(`models.sources.${model.price_source}`)],
        ['', !model.listed && t('models.unlisted')],
      ]}
    />
  );
}

function Prices({ model }: { model: Model }) {
  const { t } = useTranslation('routing');
  if (model.free) return <Text size="sm">{t('models.free')}</Text>;
  if (model.prices.length === 0) return <Text size="sm">{t('models.no_price')}</Text>;
  return (
    <Facts
      label={t('models.prices')}
      rows={model.prices.map((price) => [
        t(`models.units.${price.unit as 'in'}`, price.unit),
        <>
          <Money amount={amountOf(price)} currency={model.currency} />{' '}
          <Text span size="xs" c="dimmed">
            {t(isOfPieces(price.unit) ? 'models.per_piece' : 'models.per_million')}
          </Text>
        </>,
      ])}
    />
  );
}
