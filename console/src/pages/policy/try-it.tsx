import { Badge, Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFlask } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { ProblemAlert } from '../../components/problem-alert';
import { Section } from '../../components/section';
import type { MODES } from './mode-section';
import { TrialResult } from './trial-result';

const CHARS_MAX = 32_000;
const TYPING_MS = 500;
const WORKLOADS_MAX = 200;

/**
 * What is found in a text, and what each mode would send. It follows the policy as it is edited, and nothing of it
 * is kept, here or there.
 * @param wanted what is changed and not saved yet; undefined where the reader changes nothing
 */
export function TryIt({ mode, wanted }: { mode: (typeof MODES)[number]; wanted: unknown }) {
  const { t } = useTranslation('policy');
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const [workload, setWorkload] = useState<string | null>(null);
  const [policy] = useDebouncedValue(workload === null ? wanted : undefined, TYPING_MS);
  const workloads = api.useQuery('get', '/admin/v1/workloads', {
    params: { query: { limit: WORKLOADS_MAX } },
  });
  const query = api.useQuery(
    'post',
    '/admin/v1/dlp/test',
    {
      body: {
        text: asked ?? '',
        ...(workload !== null && { workload_id: workload }),
        ...(policy !== undefined && { protection: policy as Record<string, never> }),
      },
    },
    {
      enabled: asked !== null,
      // Kept no longer than it is looked at, and asked for by who looks alone.
      gcTime: 0,
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      placeholderData: keepPreviousData,
    },
  );
  const { data, isFetching, refetch } = query;
  const error: unknown = query.error;
  return (
    <Section title={t('try.title')} about={t('try.about')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(text);
        }}
      >
        <Stack gap="sm">
          <Textarea
            label={t('try.text')}
            autosize
            minRows={4}
            maxRows={12}
            maxLength={CHARS_MAX}
            required
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Select
            label={t('try.policy')}
            placeholder={t('try.organisation')}
            clearable
            clearButtonProps={{ 'aria-label': t('try.organisation') }}
            searchable
            data={(workloads.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={workload}
            onChange={setWorkload}
          />
          <Group>
            <Button
              type="submit"
              leftSection={<IconFlask size={16} aria-hidden />}
              loading={isFetching && asked === text}
            >
              {t('try.action')}
            </Button>
            <Button variant="subtle" onClick={() => setText(t('try.sample'))}>
              {t('try.fill')}
            </Button>
          </Group>
        </Stack>
      </form>
      {policy !== undefined && asked !== null && (
        <Group gap="xs">
          <Badge variant="light" color="yellow" tt="none" radius="sm">
            {t('try.unsaved')}
          </Badge>
          <Text size="xs" c="dimmed">
            {t('try.unsaved_about')}
          </Text>
        </Group>
      )}
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {error === null && asked !== null && data && (
        <TrialResult text={asked} trial={data} mode={workload === null ? mode : data.mode} />
      )}
    </Section>
  );
}
