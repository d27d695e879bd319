import { ActionIcon, Button, Card, Group, Input, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A list of small records: each with its fields, one more, one less. */
export function RowsField(props: {
  label: string;
  description?: string;
  count: number;
  max: number;
  /** Fields of the row of an index. */
  row: (index: number) => ReactNode;
  add: string;
  onAdd: () => void;
  onRemove: (index: number) => void;
}) {
  const { t } = useTranslation();
  const { label, description, count, max, row, add, onAdd, onRemove } = props;
  return (
    <Input.Wrapper label={label} description={description} labelElement="div">
      <Stack gap="xs" mt="xs">
        {count === 0 && (
          <Text size="sm" c="dimmed">
            {t('none')}
          </Text>
        )}
        {Array.from({ length: count }, (_, index) => (
          // Rows have no identity but their place.
          <Card withBorder padding="sm" key={index}>
            <Group align="flex-start" wrap="nowrap" gap="xs">
              <Stack gap="xs" flex={1} miw={0}>
                {row(index)}
              </Stack>
              <ActionIcon
                color="red"
                onClick={() => onRemove(index)}
                aria-label={t('remove_row', { what: label, number: index + 1 })}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          </Card>
        ))}
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={onAdd}
            disabled={count >= max}
          >
            {add}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
