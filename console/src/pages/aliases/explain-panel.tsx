import {
  Autocomplete,
  Button,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { IconRoute } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { useFilters } from '../../components/filter-bar';
import { FormProblem } from '../../components/form-problem';
import { RouteExplained } from '../../components/route-explained';
import { Section } from '../../components/section';
import { useNames } from './alias-model';
import { readRequest } from './read-request';

const LIMIT = 200;
const TYPED_MS = 200;
const OPERATIONS = ['chat', 'complete', 'embed', 'draw', 'forward'] as const;
const FORMATS = ['chat', 'messages', 'gemini', 'responses'] as const;

interface Values {
  model: string;
  workload_id: string;
  operation: (typeof OPERATIONS)[number];
  format: (typeof FORMATS)[number];
  stored: boolean;
}

/** Where a request would go. What is asked stands in the address, but for what is pasted. */
export function ExplainPanel() {
  const { t } = useTranslation('routing');
  const { values: search, set } = useFilters();
  const workloads = api.useQuery('get', '/admin/v1/workloads', {
    params: { query: { limit: LIMIT } },
  });
  const choices = workloads.data?.data ?? [];
  const form = useForm<Values>({
    initialValues: {
      model: search['model'] ?? '',
      workload_id: search['workload'] ?? '',
      operation: 'chat',
      format: 'chat',
      stored: false,
    },
  });
  const { mutate, data, isPending, error } = api.useMutation('post', '/admin/v1/route/explain', {
    meta: { isHandled: true },
  });
  const { model, workload_id: workload } = form.values;
  const [part] = useDebouncedValue(model, TYPED_MS);
  // Who has one workload need not say which.
  const only = choices.length === 1 ? (choices[0]?.id ?? '') : '';
  const asked = { ...form.values, workload_id: workload || only };
  return (
    <Stack>
      <Section title={t('aliases.tabs.explain')} about={t('explain.about')}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            set({ model: asked.model, workload: asked.workload_id });
            mutate({ body: asked });
          }}
        >
          <Stack>
            <FormProblem error={error} form={form} />
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <Autocomplete
                label={t('explain.model')}
                placeholder="provider/model"
                required
                data={[...useNames(part)]}
                limit={20}
                spellCheck={false}
                data-shortcut="f"
                {...form.getInputProps('model')}
              />
              <Select
                label={t('explain.workload')}
                required
                searchable
                data={choices.map(({ id, name }) => ({ value: id, label: name }))}
                {...form.getInputProps('workload_id')}
                value={asked.workload_id || null}
              />
              <Select
                label={t('explain.operation')}
                allowDeselect={false}
                data={OPERATIONS.map((value) => ({
                  value,
                  label: t(`explain.operations.${value}`),
                }))}
                {...form.getInputProps('operation')}
              />
              <Select
                label={t('explain.format')}
                allowDeselect={false}
                data={FORMATS.map((value) => ({ value, label: t(`explain.formats.${value}`) }))}
                {...form.getInputProps('format')}
              />
            </SimpleGrid>
            <Switch
              label={t('explain.stored')}
              {...form.getInputProps('stored', { type: 'checkbox' })}
            />
            <Pasted
              onRead={({ model: named, ...rest }) =>
                form.setValues({ ...rest, ...(named !== undefined && { model: named }) })
              }
            />
            <Group>
              <Button
                type="submit"
                loading={isPending}
                leftSection={<IconRoute size={16} aria-hidden />}
              >
                {t('explain.action')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Section>
      {data && <RouteExplained route={data} />}
    </Stack>
  );
}

/** A request in JSON: it fills the form, and goes nowhere. */
function Pasted(props: { onRead: (read: NonNullable<ReturnType<typeof readRequest>>) => void }) {
  const { t } = useTranslation('routing');
  const [text, setText] = useState('');
  const isUnread = text.trim() !== '' && readRequest(text) === undefined;
  return (
    <Textarea
      label={t('explain.paste')}
      description={t('explain.paste_help')}
      error={isUnread && t('explain.paste_unread')}
      autosize
      minRows={3}
      maxRows={10}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        const read = readRequest(currentTarget.value);
        if (read) props.onRead(read);
      }}
    />
  );
}
