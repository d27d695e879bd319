import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Money } from '../../components/money';
import { Place } from '../../components/place';
import type { Column } from '../../components/resource-table';
import { StatusBadge } from '../../components/status-badge';
import { formatCount } from '../../lib/numbers';
import { rateOf, type Model } from './model-model';

export function useModelColumns(): Column<Model>[] {
  const { t } = useTranslation('routing');
  const rate = (key: 'in' | 'out' | 'cache_read' | 'cache_write', ...units: string[]) => ({
    key,
    header: t(`models.${key}`),
    align: 'right' as const,
    cell: (model: Model) => <Rate model={model} units={units} isFirst={key === 'in'} />,
  });
  return [
    { key: 'id', header: t('models.id'), cell: (model) => <Named model={model} /> },
    {
      key: 'zone',
      header: t('models.zone'),
      from: 'md',
      cell: ({ zone, guaranteed }) => <Place zone={zone} guaranteed={guaranteed} />,
    },
    {
      key: 'context',
      header: t('models.context'),
      from: 'lg',
      align: 'right',
      cell: ({ context_tokens: tokens }) => (tokens === null ? <Nothing /> : formatCount(tokens)),
    },
    rate('in', 'in'),
    { ...rate('out', 'out'), from: 'sm' },
    { ...rate('cache_read', 'cache_read'), from: 'lg' },
    { ...rate('cache_write', 'cache_write_5m', 'cache_write_1h'), from: 'lg' },
    {
      key: 'reachable',
      header: t('models.reachable'),
      from: 'sm',
      cell: (model) => <Reach model={model} />,
    },
  ];
}

function Named({ model: { id, price_source: source } }: { model: Model }) {
  const { t } = useTranslation('routing');
  return (
    <Stack gap={2}>
      <Anchor
        fw={600}
        style={{ overflowWrap: 'anywhere' }}
        renderRoot={(root) => (
          <Link
            to="/models"
            search={(before) => ({ ...before, model: id })}
            {...root}
            onClick={(event: { stopPropagation: () => void }) => event.stopPropagation()}
          />
        )}
      >
        {id}
      </Anchor>
      {source && (
        <Text size="xs" c="dimmed">
          {t('models.source')} {t(`models.sources.${source}`)}
        </Text>
      )}
    </Stack>
  );
}

/** Of a million tokens. That a model is free, or has no price, is said once a row. */
function Rate(props: { model: Model; units: readonly string[]; isFirst: boolean }) {
  const { t } = useTranslation('routing');
  const { model, units, isFirst } = props;
  const amount = rateOf(model, ...units);
  if (model.free) return isFirst ? <>{t('models.free')}</> : <Nothing />;
  if (amount !== undefined) return <Money amount={amount} currency={model.currency} />;
  if (model.price_source !== null || !isFirst) return <Nothing />;
  return <StatusBadge tone="warn">{t('models.no_price')}</StatusBadge>;
}

const Nothing = () => (
  <Text span c="dimmed">
    {'—'}
  </Text>
);

/** Whether calls get there, and what keeps them from it. */
export function Reach({ model }: { model: Model }) {
  const { t } = useTranslation('routing');
  const { reachable, unreachable_reason: reason } = model;
  if (reachable) return <StatusBadge tone="good">{t('models.yes')}</StatusBadge>;
  return (
    <Text size="sm" c="var(--mantine-color-error)" maw={220}>
      {t(`models.reasons.${(reason ?? '') as 'price_missing'}`, reason ?? '')}
    </Text>
  );
}
