import { Text, type NumberInputProps } from '@mantine/core';
import { useCurrency } from '../api/organisation';
import { DecimalInput, GROUPS } from './decimal-input';

type Props = Omit<NumberInputProps, 'onChange'> & {
  /** ISO 4217; that of the organisation unless given. */
  currency?: string;
  onChange: (amount: string) => void;
};

/** A decimal as the API takes it: text, never a float. Of which money it is stands behind it. */
export function MoneyInput({ currency, onChange, ...rest }: Props) {
  const own = useCurrency();
  const unit = currency ?? own;
  return (
    <DecimalInput
      min={0}
      hideControls
      allowNegative={false}
      thousandSeparator={GROUPS}
      valueIsNumericString
      rightSection={
        <Text span size="xs" c="dimmed" aria-hidden>
          {unit}
        </Text>
      }
      rightSectionWidth={48}
      rightSectionPointerEvents="none"
      aria-description={unit}
      {...rest}
      onChange={(value) => onChange(String(value))}
    />
  );
}
