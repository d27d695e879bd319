import { Anchor, Center, Stack, Text, ThemeIcon } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Nothing is there yet: one sentence, one thing to do, one place to read. */
export function EmptyState(props: { icon: Icon; text: string; action?: ReactNode; docs?: string }) {
  const { t } = useTranslation();
  const { icon: Picture, text, action, docs } = props;
  return (
    <Center py={56} px="md">
      <Stack align="center" gap="md" maw={460}>
        <ThemeIcon variant="light" size={52} radius="xl" aria-hidden>
          <Picture size={26} stroke={1.5} />
        </ThemeIcon>
        <Text ta="center">{text}</Text>
        {action}
        {docs && (
          <Anchor href={docs} size="sm">
            {t('read_more')}
          </Anchor>
        )}
      </Stack>
    </Center>
  );
}
