import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { FormProblem } from '../../components/form-problem';
import { RouteExplained } from '../../components/route-explained';
import { Section } from '../../components/section';

const LIMIT = 200;
const CHARS_MAX = 20_000; // As the API takes.

/** What `gw/auto` makes of a text, step by step, and where that leads. Nothing is sent. */
export function ExplainSection({ isChanged }: { isChanged: boolean }) {
  const { t } = useTranslation('auto');
  const workloads = api.useQuery('get', '/admin/v1/workloads', {
    params: { query: { limit: LIMIT } },
  });
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const { mutate, data, isPending, error } = api.useMutation('post', '/admin/v1/route/explain', {
    meta: { isHandled: true },
    gcTime: 0, // What was typed is held by no cache.
  });
  const choices = workloads.data?.data ?? [];
  const workload = chosen ?? choices[0]?.id ?? null;
  const canAsk = workload !== null && text.trim() !== '' && !isPending;
  const ask = () => {
    if (workload === null) return;
    const asked = { operation: 'chat', format: 'chat', stored: false } as const;
    mutate({ body: { ...asked, model: 'gw/auto', workload_id: workload, text } });
  };
  return (
    <Section title={t('explain.title')} about={t('explain.about')}>
      <Textarea
        label={t('explain.text')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={CHARS_MAX}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          if (canAsk) ask();
        }}
        data-shortcut="f"
      />
      <Select
        label={t('explain.workload')}
        data={choices.map(({ id, name }) => ({ value: id, label: name }))}
        value={workload}
        onChange={setChosen}
        allowDeselect={false}
        searchable
        maw={420}
      />
      <Group gap="sm">
        <Button
          leftSection={<IconRoute size={16} aria-hidden />}
          disabled={!canAsk}
          loading={isPending}
          onClick={ask}
        >
          {t('explain.action')}
        </Button>
        {isChanged && (
          <Text size="xs" c="dimmed">
            {t('explain.saved_only')}
          </Text>
        )}
      </Group>
      <FormProblem error={error} />
      {data && (
        <Stack>
          <RouteExplained route={data} />
        </Stack>
      )}
    </Section>
  );
}
