import { Anchor, Box, Card, Center, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SchemeToggle } from '../../app/header';

/** The frame of the pages before sign-in. */
export function Front(props: {
  title: string;
  about: string;
  children: ReactNode;
  width?: number;
}) {
  const { t } = useTranslation();
  const { title, about, children, width = 420 } = props;
  useEffect(() => {
    document.title = `${title} · ${t('product')}`;
  }, [title, t]);
  return (
    <Box mih="100vh" bg="light-dark(var(--mantine-color-gray-0), var(--mantine-color-dark-8))">
      <Group justify="space-between" p="md" component="header">
        <Group gap="xs">
          <img src={`${import.meta.env.BASE_URL}favicon.svg`} alt="" width="28" height="28" />
          <Text fw={650}>{t('product')}</Text>
        </Group>
        <SchemeToggle />
      </Group>
      <Center component="main" px="md" pb="xl" pt={{ base: 'md', sm: 48 }}>
        <Card withBorder shadow="sm" padding="xl" w="100%" maw={width}>
          <Stack>
            <Stack gap={4}>
              <Title order={1}>{title}</Title>
              <Text c="dimmed" size="sm">
                {about}
              </Text>
            </Stack>
            {children}
            <Anchor href="/docs" size="sm" ta="center">
              {t('documentation')}
            </Anchor>
          </Stack>
        </Card>
      </Center>
    </Box>
  );
}
