import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ChooseFile } from '../../components/choose-file';
import { formatBytes } from '../../lib/numbers';

/** What the gateway reads: the form says the same in words. */
const READ = '.pdf,.png,.jpg,.jpeg,.docx,.pptx,.xlsx,.odt,.csv,.html,.htm,.eml,.txt,.md';

/** Where a file is dropped, or chosen by a button. */
export function DropFile(props: { file: File | null; onFile: (file: File | null) => void }) {
  const { t } = useTranslation('documents');
  const { file, onFile } = props;
  const [isOver, setOver] = useState(false);
  const [empty, setEmpty] = useState<string | null>(null);
  /** Nothing can be read of an empty one, and the API would say so in the words of programs. */
  const take = (chosen: File | null) => {
    const isEmpty = chosen?.size === 0;
    setEmpty(isEmpty ? chosen.name : null);
    onFile(isEmpty ? null : chosen);
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === 'dragover');
  };
  return (
    <Paper
      withBorder
      p="lg"
      style={{
        borderStyle: 'dashed',
        ...(isOver && { borderColor: 'var(--mantine-primary-color-filled)' }),
      }}
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={(event) => {
        drag(event);
        const [dropped] = event.dataTransfer.files;
        if (dropped) take(dropped);
      }}
    >
      <Stack align="center" gap="xs">
        <IconFileUpload size={32} aria-hidden />
        <Text size="sm" ta="center" role="status" style={{ overflowWrap: 'anywhere' }}>
          {file ? t('chosen', { name: file.name, size: formatBytes(file.size) }) : t('drop')}
        </Text>
        {empty !== null && (
          <Text size="sm" c="var(--mantine-color-error)" ta="center" role="alert">
            {t('empty_file', { name: empty })}
          </Text>
        )}
        <Group gap="xs" justify="center">
          <ChooseFile accept={READ} onChange={take}>
            {(button) => (
              <Button variant="default" size="xs" data-shortcut="n" {...button}>
                {t(file ? 'choose_other' : 'choose')}
              </Button>
            )}
          </ChooseFile>
        </Group>
        <Text size="xs" c="dimmed" ta="center">
          {t('takes')}
        </Text>
      </Stack>
    </Paper>
  );
}
