import { Text } from '@mantine/core';
import { useCurrency } from '../api/organisation';
import { formatMoney } from '../lib/money';

/** @param currency that of the organisation unless given */
export function Money({ amount, currency }: { amount: string; currency?: string }) {
  const own = useCurrency();
  return (
    <Text span inherit className="tabular">
      {formatMoney(amount, currency ?? own)}
    </Text>
  );
}
