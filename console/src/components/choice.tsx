import { Radio, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

/** One of a few, each with what it means. */
export function Choice(props: {
  label: string;
  description?: string;
  options: readonly { value: string; label: string; about?: string }[];
  value?: string;
  onChange: (value: string) => void;
  error?: ReactNode;
}) {
  const { options, ...group } = props;
  return (
    <Radio.Group {...group}>
      <Stack gap="xs" mt="xs">
        {options.map(({ value, label, about }) => (
          <Radio key={value} value={value} label={label} description={about} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
