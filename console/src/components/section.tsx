import { Card, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a page with its name and what it is about. */
export function Section(props: { title: string; about?: ReactNode; children: ReactNode }) {
  const { title, about, children } = props;
  return (
    <Card withBorder padding="lg" component="section" aria-label={title}>
      <Stack>
        <Stack gap={2}>
          <Title order={2}>{title}</Title>
          {about && (
            <Text size="sm" c="dimmed">
              {about}
            </Text>
          )}
        </Stack>
        {children}
      </Stack>
    </Card>
  );
}
