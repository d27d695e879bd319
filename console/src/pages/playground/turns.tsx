import { ActionIcon, Box, Center, Group, SimpleGrid, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconMessageCircle, IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AnswerView } from './answer-view';
import type { Turn } from './model';

/** The conversation so far; of two models that are compared, one beside the other. */
export function Turns(props: {
  turns: readonly Turn[];
  onEdit: (index: number, prompt: string) => void;
}) {
  const { t } = useTranslation('playground');
  const { turns, onEdit } = props;
  if (turns.length === 0) return <Beginning />;
  return (
    <Stack>
      {turns.map(({ prompt, answers }, index) => (
        // Turns have no identity but their place.
        <Stack key={index} gap="sm">
          <Box
            p="sm"
            bg="light-dark(var(--mantine-color-indigo-0), var(--mantine-color-dark-6))"
            style={{ borderRadius: 'var(--mantine-radius-md)' }}
          >
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Stack gap={2} miw={0}>
                <Text size="xs" fw={600} c="dimmed">
                  {t('you')}
                </Text>
                <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{prompt}</Text>
              </Stack>
              <ActionIcon
                aria-label={t('edit', { number: index + 1 })}
                onClick={() => onEdit(index, prompt)}
              >
                <IconPencil size={16} />
              </ActionIcon>
            </Group>
          </Box>
          <SimpleGrid cols={{ base: 1, lg: answers.length }}>
            {answers.map((answer, lane) => (
              <AnswerView key={lane} answer={answer} />
            ))}
          </SimpleGrid>
        </Stack>
      ))}
    </Stack>
  );
}

function Beginning() {
  const { t } = useTranslation('playground');
  return (
    <Center py="xl" px="md">
      <Stack align="center" gap="xs" maw={420}>
        <ThemeIcon variant="light" size={48} radius="xl" aria-hidden>
          <IconMessageCircle size={24} stroke={1.5} />
        </ThemeIcon>
        <Text fw={600}>{t('begin')}</Text>
        <Text size="sm" c="dimmed" ta="center">
          {t('begin_help')}
        </Text>
      </Stack>
    </Center>
  );
}
