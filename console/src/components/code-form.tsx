import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { FormProblem } from './form-problem';

const CODE_CHARS_MAX = 30; // A recovery code is longer than six digits.

/** Asks for a code, and says what was wrong with it. */
export function CodeForm(props: {
  label: string;
  description?: string;
  action: string;
  error: unknown;
  isBusy: boolean;
  onSubmit: (code: string) => void;
  children?: ReactNode;
}) {
  const { label, description, action, error, isBusy, onSubmit, children } = props;
  const form = useForm({ initialValues: { code: '' } });
  return (
    <form onSubmit={form.onSubmit(({ code }) => onSubmit(code.trim()))}>
      <Stack>
        <FormProblem error={error} form={form} />
        <TextInput
          label={label}
          {...(description && { description })}
          required
          data-autofocus
          autoFocus
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={CODE_CHARS_MAX}
          {...form.getInputProps('code')}
        />
        <Button type="submit" loading={isBusy} fullWidth>
          {action}
        </Button>
        {children}
      </Stack>
    </form>
  );
}
