import { Card, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a page with its name and what it is about. */
export function Section(props: {
  title: string;
  about?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  const { title, about, action, children } = props;
  return (
    <Card withBorder padding="lg" component="section" aria-label={title}>
      <Stack>
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={2}>
            <Title order={2}>{title}</Title>
            {about && (
              <Text size="sm" c="dimmed">
                {about}
              </Text>
            )}
          </Stack>
          {action}
        </Group>
        {children}
      </Stack>
    </Card>
  );
}
