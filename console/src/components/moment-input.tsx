import { TextInput, type TextInputProps } from '@mantine/core';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  value?: string | undefined;
  onChange: (value: string) => void;
};

/** A moment with its distance from UTC, as settings have it, picked in the time of the reader. */
export const MomentInput = ({ value, onChange, ...rest }: Props) => (
  <TextInput
    type="datetime-local"
    value={toLocal(value)}
    onChange={({ currentTarget }) => onChange(toMoment(currentTarget.value))}
    {...rest}
  />
);

const toMoment = (local: string): string =>
  local === '' ? '' : new Date(local).toISOString().replace(/\.\d{3}Z$/, 'Z');

function toLocal(moment: string | undefined): string {
  const date = new Date(moment ?? '');
  if (Number.isNaN(date.getTime())) return '';
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
