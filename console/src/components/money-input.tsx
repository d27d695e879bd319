import type { NumberInputProps } from '@mantine/core';
import { DecimalInput, GROUPS } from './decimal-input';

type Props = Omit<NumberInputProps, 'onChange'> & { onChange: (amount: string) => void };

/** A decimal as the API takes it: text, never a float. */
export const MoneyInput = ({ onChange, ...rest }: Props) => (
  <DecimalInput
    min={0}
    hideControls
    allowNegative={false}
    thousandSeparator={GROUPS}
    valueIsNumericString
    {...rest}
    onChange={(value) => onChange(String(value))}
  />
);
