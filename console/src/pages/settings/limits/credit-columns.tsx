import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { Schemas } from '../../../api/client';
import { Money } from '../../../components/money';
import type { Column } from '../../../components/resource-table';
import { StatusBadge } from '../../../components/status-badge';
import { When } from '../../../components/when';

export type CreditEntry = Schemas['CreditEntryView'];

const TONES = { purchase: 'good', grant: 'info', expire: 'quiet', refund: 'warn' } as const;

export const creditColumns = (
  t: TFunction<'settings'>,
  currency: string,
): Column<CreditEntry>[] => [
  { key: 'at', header: t('credit.at'), cell: ({ at }) => <When at={at} /> },
  {
    key: 'kind',
    header: t('credit.kind'),
    cell: ({ kind }) => <StatusBadge tone={TONES[kind]}>{t(`credit.kinds.${kind}`)}</StatusBadge>,
  },
  {
    key: 'note',
    header: t('credit.note'),
    from: 'sm',
    cell: ({ reference }) => (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {reference ?? '—'}
      </Text>
    ),
  },
  {
    key: 'ends',
    header: t('credit.ends'),
    from: 'md',
    cell: ({ ends_at: end }) => (end ? <When at={end} /> : t('credit.never')),
  },
  {
    key: 'amount',
    header: t('credit.amount'),
    align: 'right',
    cell: ({ amount }) => <Money amount={amount} currency={currency} />,
  },
  {
    key: 'balance',
    header: t('credit.balance'),
    align: 'right',
    from: 'sm',
    cell: ({ balance }) =>
      balance === null ? '—' : <Money amount={balance} currency={currency} />,
  },
];
