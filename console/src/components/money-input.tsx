import { NumberInput, type NumberInputProps } from '@mantine/core';

type Props = Omit<NumberInputProps, 'onChange'> & { onChange: (amount: string) => void };

/** A decimal as the API takes it: text, never a float. */
export const MoneyInput = ({ onChange, ...rest }: Props) => (
  <NumberInput
    min={0}
    hideControls
    allowNegative={false}
    thousandSeparator=","
    valueIsNumericString
    {...rest}
    onChange={(value) => onChange(String(value))}
  />
);
