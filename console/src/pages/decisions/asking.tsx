import { Group, Kbd, Paper, Select, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { useFilters } from '../../components/filter-bar';
import { RunOrStop } from '../../components/run-or-stop';
import { Section } from '../../components/section';
import { ROUTER, sharedNames, stateOf, type Draft, type RequestDraft } from './draft';
import { QuestionList } from './question-list';

const LIMIT = 200;
const SHARED = 'playground';

interface Drafting {
  draft: Draft;
  onDraft: (draft: Draft) => void;
}

/** Who is asked, what about, and what. */
export function Asking(
  props: Drafting & {
    models: readonly string[];
    model: string;
    isAsking: boolean;
    onAsk: () => void;
    onStop: () => void;
  },
) {
  const { t } = useTranslation('decisions');
  const { models, model, draft, onDraft, isAsking, onAsk, onStop } = props;
  const isRouter = model === ROUTER;
  const isReady = isRouter
    ? draft.request.request.trim() !== ''
    : draft.state.trim() !== '' && sharedNames(draft.questions).size === 0;
  const listen = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (isReady && !isAsking) onAsk();
  };
  return (
    <Stack onKeyDown={listen}>
      <Choices models={models} model={model} />
      {isRouter ? (
        <RequestFields draft={draft} onDraft={onDraft} />
      ) : (
        <>
          <StateField draft={draft} onDraft={onDraft} />
          <QuestionList
            questions={draft.questions}
            onChange={(questions) => onDraft({ ...draft, questions })}
          />
        </>
      )}
      <Paper withBorder shadow="md" p="sm" pos="sticky" bottom={16} style={{ zIndex: 10 }}>
        <Group gap="xs">
          <RunOrStop
            isRunning={isAsking}
            canRun={isReady}
            run={t('ask')}
            stop={t('stop')}
            onRun={onAsk}
            onStop={onStop}
          />
          <Text size="xs" c="dimmed" component="div">
            <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd> {t('ask_key')}
          </Text>
        </Group>
      </Paper>
    </Stack>
  );
}

/** Which model decides, and whose budget pays. They stand in the address. */
function Choices({ models, model }: { models: readonly string[]; model: string }) {
  const { t } = useTranslation('decisions');
  const { values, set } = useFilters();
  const workloads = api.useQuery('get', '/admin/v1/workloads', {
    params: { query: { limit: LIMIT } },
  });
  const own = (workloads.data?.data ?? []).filter(({ name }) => name !== SHARED);
  const width = { base: '100%', xs: 260 };
  return (
    <Group align="flex-end">
      <Select
        label={t('model')}
        data={[...models]}
        value={model}
        onChange={(chosen) => set({ model: chosen ?? undefined })}
        searchable
        allowDeselect={false}
        w={width}
        data-shortcut="f"
      />
      {own.length > 0 && (
        <Select
          label={t('workload')}
          placeholder={t('workload_shared')}
          data={own.map(({ id, name }) => ({ value: id, label: name }))}
          value={values['workload'] ?? null}
          onChange={(chosen) => set({ workload: chosen ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': t('workload_shared') }}
          w={width}
        />
      )}
    </Group>
  );
}

function StateField({ draft, onDraft }: Drafting) {
  const { t } = useTranslation('decisions');
  const isStructure = typeof stateOf(draft.state) !== 'string';
  return (
    <Section title={t('state.title')} about={t('state.about')}>
      <Textarea
        label={t('state.label')}
        description={t(isStructure ? 'state.structure' : 'state.text')}
        autosize
        minRows={4}
        maxRows={16}
        value={draft.state}
        onChange={({ currentTarget }) => onDraft({ ...draft, state: currentTarget.value })}
      />
    </Section>
  );
}

const AROUND = ['previous', 'system', 'attachments'] as const;

/** What a router reads of a request. */
function RequestFields({ draft, onDraft }: Drafting) {
  const { t } = useTranslation('decisions');
  const { request } = draft;
  const set = (change: Partial<RequestDraft>) =>
    onDraft({ ...draft, request: { ...request, ...change } });
  return (
    <Section title={t('request.title')} about={t('request.about')}>
      <Textarea
        label={t('request.request')}
        autosize
        minRows={4}
        maxRows={16}
        value={request.request}
        onChange={({ currentTarget }) => set({ request: currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {AROUND.map((name) => (
          <Textarea
            key={name}
            label={t(`request.${name}`)}
            description={t(`request.${name}_about`)}
            autosize
            minRows={2}
            maxRows={8}
            value={request[name]}
            onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
          />
        ))}
      </SimpleGrid>
    </Section>
  );
}
