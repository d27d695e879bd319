import { Box, Group, Text } from '@mantine/core';
import { CopyIcon } from './copy-text';

/** A text to copy: a command, a file, a few lines of a program. */
export const Snippet = ({ label, text }: { label: string; text: string }) => (
  <Box
    bg="light-dark(var(--mantine-color-gray-1), var(--mantine-color-dark-9))"
    style={{ borderRadius: 'var(--mantine-radius-md)' }}
  >
    <Group justify="space-between" px="sm" pt={6}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <CopyIcon text={text} what={label} />
    </Group>
    {/* What scrolls must take the focus, or the keyboard cannot reach its end. */}
    <Box
      component="pre"
      tabIndex={0}
      role="group"
      aria-label={label}
      m={0}
      p="sm"
      fz="sm"
      mah={320}
      style={{ overflow: 'auto' }}
    >
      <code>{text}</code>
    </Box>
  </Box>
);
