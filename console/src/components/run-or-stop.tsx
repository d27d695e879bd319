import { Button } from '@mantine/core';
import { IconPlayerStop, IconSend } from '@tabler/icons-react';

/** Begins what takes a while, and in its place, while it runs, ends it. */
export function RunOrStop(props: {
  isRunning: boolean;
  canRun: boolean;
  run: string;
  stop: string;
  onRun: () => void;
  onStop: () => void;
}) {
  const { isRunning, canRun, run, stop, onRun, onStop } = props;
  if (isRunning) {
    return (
      <Button
        color="red"
        variant="light"
        leftSection={<IconPlayerStop size={16} aria-hidden />}
        onClick={onStop}
      >
        {stop}
      </Button>
    );
  }
  return (
    <Button leftSection={<IconSend size={16} aria-hidden />} disabled={!canRun} onClick={onRun}>
      {run}
    </Button>
  );
}
