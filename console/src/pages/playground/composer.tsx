import { Alert, Button, Group, Kbd, Stack, Text, Textarea } from '@mantine/core';
import type { KeyboardEvent, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { RunOrStop } from '../../components/run-or-stop';
import { Preview } from './preview';

/** Where a message is typed, and what of it would leave. */
export function Composer(props: {
  draft: string;
  onDraft: (draft: string) => void;
  place: RefObject<HTMLTextAreaElement | null>;
  /** Of the message that is edited. */
  editing: number | undefined;
  onEditEnd: () => void;
  workload: string | undefined;
  isReady: boolean;
  isRunning: boolean;
  onSend: () => void;
  onStop: () => void;
}) {
  const { t } = useTranslation('playground');
  const { draft, onDraft, place, editing, onEditEnd, workload, isReady } = props;
  const { isRunning, onSend, onStop } = props;
  const canSend = isReady && !isRunning && draft.trim() !== '';
  const listen = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (canSend) onSend();
  };
  return (
    <Stack gap="xs">
      {editing !== undefined && (
        <Alert color="yellow" p="xs">
          <Group justify="space-between">
            <Text size="sm">{t('editing', { number: editing + 1 })}</Text>
            <Button size="compact-sm" variant="default" onClick={onEditEnd}>
              {t('editing_end')}
            </Button>
          </Group>
        </Alert>
      )}
      <Textarea
        ref={place}
        label={t('message')}
        placeholder={t('placeholder')}
        autosize
        minRows={3}
        maxRows={14}
        value={draft}
        onChange={({ currentTarget }) => onDraft(currentTarget.value)}
        onKeyDown={listen}
      />
      <Group gap="xs">
        <RunOrStop
          isRunning={isRunning}
          canRun={canSend}
          run={t('send')}
          stop={t('stop')}
          onRun={onSend}
          onStop={onStop}
        />
        <Text size="xs" c="dimmed" component="div">
          <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd> {t('send_key')},{' '}
          <Kbd size="xs">Esc</Kbd> {t('stop_key')}
        </Text>
      </Group>
      <Preview text={draft} workload={workload} label={t('preview.message')} />
    </Stack>
  );
}
