import { Text } from '@mantine/core';
import { formatMoney } from '../lib/money';

/** @param currency of the organisation, where it is known */
export function Money({ amount, currency }: { amount: string; currency?: string }) {
  return (
    <Text span inherit className="tabular">
      {formatMoney(amount, currency)}
    </Text>
  );
}
