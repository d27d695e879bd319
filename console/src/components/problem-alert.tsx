import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../api/problem';
import { isCodeGone } from '../lib/code-gone';
import { CopyText } from './copy-text';

/** What went wrong, what to do, and the id to ask with. */
export function ProblemAlert({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation();
  const isGone = isCodeGone(error);
  const [action, act] = isGone
    ? ([t('code_gone.action'), () => location.reload()] as const)
    : ([t('retry'), onRetry] as const);
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={isGone ? t('code_gone.title') : titleOf(error, t('failed'))}
    >
      <Stack gap="xs" align="flex-start">
        {isGone && <Text size="sm">{t('code_gone.about')}</Text>}
        <ProblemText error={error} />
        {act && (
          <Button size="xs" variant="default" onClick={act}>
            {action}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

export const titleOf = (error: unknown, otherwise: string): string =>
  error instanceof Error && error.message !== '' ? error.message : otherwise;

/** Detail, fields and request id, as an alert or a notification has them. */
export function ProblemText({ error }: { error: unknown }) {
  const { t } = useTranslation();
  if (!isProblem(error)) return null;
  return (
    <Stack gap={4}>
      {error.detail && error.errors.length === 0 && <Text size="sm">{error.detail}</Text>}
      {error.errors.map(({ path, message }) => (
        <Text size="sm" key={path + message}>
          {message}
        </Text>
      ))}
      {error.requestId && (
        <Group gap={6} wrap="nowrap">
          <Text size="xs">{t('request_id')}</Text>
          <CopyText text={error.requestId} size="xs" />
        </Group>
      )}
    </Stack>
  );
}
