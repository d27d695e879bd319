import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { Schemas } from '../../api/client';
import { Money } from '../../components/money';
import type { Column } from '../../components/resource-table';
import { formatCount, formatMs } from '../../lib/numbers';

/** @param usage whose groups are the rows */
export const usageColumns = (
  t: TFunction<'usage'>,
  { currency, group_by: by, total }: Schemas['UsageView'],
): Column<Schemas['UsageGroupView']>[] => [
  {
    key: 'group',
    header: t(`groups.${by}`),
    cell: ({ group, name }) => (
      <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {name ?? (group || t('none'))}
      </Text>
    ),
  },
  {
    key: 'requests',
    header: t('requests'),
    align: 'right',
    cell: ({ requests }) => formatCount(requests),
  },
  {
    key: 'in',
    header: t('tokens_in'),
    align: 'right',
    from: 'md',
    cell: ({ tokens_in: tokens }) => formatCount(tokens),
  },
  {
    key: 'out',
    header: t('tokens_out'),
    align: 'right',
    from: 'md',
    cell: ({ tokens_out: tokens }) => formatCount(tokens),
  },
  {
    key: 'cache',
    header: t('cache_read'),
    align: 'right',
    from: 'lg',
    cell: ({ cache_read: tokens }) => formatCount(tokens),
  },
  {
    key: 'refused',
    header: t('refused'),
    align: 'right',
    from: 'sm',
    cell: ({ refused, failed }) => `${formatCount(refused)} / ${formatCount(failed)}`,
  },
  {
    key: 'p95',
    header: t('p95'),
    align: 'right',
    from: 'lg',
    cell: ({ latency_p95_ms: ms }) => formatMs(ms),
  },
  {
    key: 'cost',
    header: t('cost'),
    align: 'right',
    cell: ({ cost }) => <Money amount={cost} currency={currency} />,
  },
  {
    key: 'share',
    header: t('share'),
    align: 'right',
    from: 'sm',
    cell: ({ cost }) => shareOf(Number(cost), Number(total.cost)),
  },
];

const shareOf = (part: number, whole: number): string =>
  whole === 0 ? '—' : `${((100 * part) / whole).toFixed(1)} %`;
