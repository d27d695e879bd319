import { Grid, Image, Mark, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '../../components/problem-alert';
import { keptFile } from './kept-files';
import { readResult, type Job } from './model';

const HEIGHT = 560;
const TEXT_CHARS_MAX = 100_000; // More is not read in a drawer.
const TAG = /(«[A-Z][A-Z_]{1,40}_\d{1,6}»)/;

/** The document as it was sent, as long as this page is open, and as it is handed out. */
export function Compare({ job }: { job: Job }) {
  const { t } = useTranslation('documents');
  const { id, result } = job;
  const before = keptFile(id);
  const type = result?.mime_type ?? '';
  const after = useQuery({
    queryKey: ['anonymization-result', id],
    queryFn: () => readResult(id, type),
    enabled: result !== null,
    staleTime: Infinity,
    gcTime: 0,
    meta: { isHandled: true },
  });
  return (
    <Grid gap="md">
      {before && (
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Side title={t('before')} blob={before} />
        </Grid.Col>
      )}
      <Grid.Col span={{ base: 12, md: before ? 6 : 12 }}>
        {after.error ? (
          <ProblemAlert error={after.error} />
        ) : (
          after.data && <Side title={t('after')} blob={after.data} />
        )}
      </Grid.Col>
    </Grid>
  );
}

function Side({ title, blob }: { title: string; blob: Blob }) {
  const { t } = useTranslation('documents');
  const type = blob.type.split(';')[0] ?? '';
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {title}
      </Title>
      <Paper withBorder p={0} style={{ overflow: 'hidden' }}>
        {type === 'application/pdf' ? (
          <Framed title={title} blob={blob} />
        ) : PICTURES.has(type) ? (
          <Pictured title={title} blob={blob} />
        ) : TEXTS.has(type) ? (
          <Written blob={blob} />
        ) : (
          <Text size="sm" c="dimmed" p="md">
            {t('no_preview')}
          </Text>
        )}
      </Paper>
    </Stack>
  );
}

const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);
const TEXTS: ReadonlySet<string> = new Set([
  'text/plain',
  'text/csv',
  'text/html',
  'text/markdown',
  'message/rfc822',
]);

/** By the browser's own reader. */
function Framed({ title, blob }: { title: string; blob: Blob }) {
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- Browsers show no PDF in one; its type runs nothing.
    <iframe
      title={title}
      ref={useShown(blob)}
      width="100%"
      height={HEIGHT}
      style={{ border: 0, display: 'block' }}
    />
  );
}

const Pictured = ({ title, blob }: { title: string; blob: Blob }) => (
  <Image ref={useShown(blob)} alt={title} mah={HEIGHT} fit="contain" />
);

/** As it is written, markup included: nothing of it is run. */
function Written({ blob }: { blob: Blob }) {
  const [text, setText] = useState('');
  useEffect(() => {
    void blob.slice(0, TEXT_CHARS_MAX).text().then(setText);
  }, [blob]);
  return (
    <Text
      component="pre"
      size="sm"
      p="md"
      m={0}
      mah={HEIGHT}
      tabIndex={0}
      style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {text
        .split(TAG)
        .map((part, index) => (index % 2 === 1 ? <Mark key={index}>{part}</Mark> : part))}
    </Text>
  );
}

/** Only of types that run nothing: what is shown by an address of ours has our origin. */
const useShown = (blob: Blob) =>
  useCallback(
    (element: HTMLImageElement | HTMLIFrameElement | null) => {
      if (!element) return undefined;
      const address = URL.createObjectURL(blob);
      // Readers of PDF show their list of pages unless they are told not to.
      element.src = `${address}#navpanes=0`;
      return () => URL.revokeObjectURL(address);
    },
    [blob],
  );
