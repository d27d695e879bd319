import { Alert, Group, Mark, Paper, Stack, Text, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { api, type Schemas } from '../../api/client';
import { FormProblem } from '../../components/form-problem';
import { StatusBadge } from '../../components/status-badge';
import { markFindings } from './mark-findings';

const PAUSE_MS = 400; // Of typing.
const CHARS_MAX = 32_000; // As the API takes.

/** What of a text would leave, before it does. What was typed is held by no cache. */
export function Preview(props: { text: string; workload: string | undefined; label: string }) {
  const { t } = useTranslation('playground');
  const { text, workload, label } = props;
  const [asked] = useDebouncedValue(text, PAUSE_MS);
  const isShort = asked.length <= CHARS_MAX;
  const { data, error } = api.useQuery(
    'post',
    '/admin/v1/dlp/test',
    { body: { text: asked, ...(workload && { workload_id: workload }) } },
    {
      enabled: asked.trim() !== '' && isShort,
      gcTime: 0,
      staleTime: Infinity,
      refetchOnWindowFocus: false,
    },
  );
  if (text.trim() === '') return null;
  return (
    <Paper withBorder p="sm" component="section" aria-label={label} aria-live="polite">
      <Stack gap={6}>
        <Text size="xs" fw={600} c="dimmed">
          {label}
        </Text>
        <FormProblem error={error} />
        {!isShort && <Text size="sm">{t('preview.long')}</Text>}
        {isShort && data && asked === text && <Found text={asked} found={data} />}
        {isShort && !error && (!data || asked !== text) && (
          <Text size="sm" c="dimmed">
            {t('preview.looking')}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

function Found({ text, found }: { text: string; found: Schemas['ProtectionTestView'] }) {
  const { t } = useTranslation('playground');
  const { findings, outputs, mode, unread } = found;
  const output = outputs.find((one) => one.mode === mode);
  const counts = new Map<string, number>();
  for (const { kind, action } of findings) {
    const name = t('preview.finding', { kind, action });
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return (
    <Stack gap={6}>
      {unread && <StatusBadge tone="warn">{t('preview.unread')}</StatusBadge>}
      {findings.length === 0 && <Text size="sm">{t('preview.nothing')}</Text>}
      {output?.refusal && (
        <Alert color="red" p="xs">
          {t('preview.refused', { code: output.refusal })}
        </Alert>
      )}
      {findings.length > 0 && (
        <Text size="sm" mah={180} style={{ whiteSpace: 'pre-wrap', overflow: 'auto' }} tabIndex={0}>
          {markFindings(text, output?.text ?? text, findings).map(
            ({ text: piece, finding }, index) =>
              finding ? (
                <Tooltip
                  key={index}
                  label={t('preview.finding', { kind: finding.kind, action: finding.action })}
                >
                  <Mark>{piece}</Mark>
                </Tooltip>
              ) : (
                piece
              ),
          )}
        </Text>
      )}
      <Group gap={6}>
        {[...counts].map(([name, count]) => (
          <StatusBadge key={name} tone="info">{`${name} × ${count}`}</StatusBadge>
        ))}
      </Group>
    </Stack>
  );
}
