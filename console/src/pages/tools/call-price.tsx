import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Money } from '../../components/money';
import type { Price } from './tool-model';

/** What one call costs; without a price nobody is served it. */
export function CallPrice({ price }: { price: Price | undefined }) {
  const { t } = useTranslation('routing');
  if (!price) return <Text size="sm">{t('tools.unpriced')}</Text>;
  const amount = price.tool_call;
  if (!amount || Number(amount) === 0) return <Text size="sm">{t('tools.free')}</Text>;
  return (
    <Text size="sm">
      <Money amount={amount} currency={price.currency} /> {t('tools.a_call')}
    </Text>
  );
}
