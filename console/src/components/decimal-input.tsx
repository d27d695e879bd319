import { NumberInput, type NumberInputProps } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { withPoint } from '../lib/decimal';

/** Between groups of digits: a comma there is a decimal comma to half of those who read it. */
export const GROUPS = '\u00a0';

/** A decimal. A comma parts decimals off as a point does: dropped, it would make `0,002` two. */
export const DecimalInput = (props: NumberInputProps) => (
  <NumberInput onChangeCapture={pointIn} {...props} />
);

/** Before the field reads what was typed or pasted. */
function pointIn({ currentTarget: field }: ChangeEvent<HTMLInputElement>): void {
  const [typed, caret] = [field.value, field.selectionStart];
  const meant = withPoint(typed);
  if (meant === typed) return;
  field.value = meant;
  const place = meant.length === typed.length ? caret : meant.length;
  field.setSelectionRange(place, place);
}
