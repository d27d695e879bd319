import {
  ActionIcon,
  Button,
  Group,
  MultiSelect,
  NumberInput,
  Pill,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { useReach } from '../../api/session';
import { RowsField } from '../../components/rows-field';
import { Section } from '../../components/section';
import { SERVER_METHODS } from '../tools/tool-model';
import type { WorkloadSettings } from './settings';

type Props = { form: UseFormReturnType<WorkloadSettings> };
const ALIASES_MAX = 100;
const ALL = { params: { query: { limit: 200 } } };
const TARGETS_MAX = 16;

export function ModelsTab({ form }: Props) {
  const { t } = useTranslation('workloads');
  return (
    <>
      <Section title={t('models.allowed')} about={t('models.allowed_about')}>
        <TagsInput
          aria-label={t('models.allowed')}
          placeholder={form.values.allowed_models.length > 0 ? '' : t('models.any')}
          {...form.getInputProps('allowed_models')}
        />
      </Section>
      <Section title={t('models.tools')} about={t('models.tools_about')}>
        <GrantedTools form={form} />
      </Section>
      <Section title={t('models.knowledge')} about={t('models.knowledge_about')}>
        <GrantedStores form={form} />
        <Switch
          label={t('models.knowledge_tool')}
          description={t('models.knowledge_tool_about')}
          disabled={form.values.knowledge.length === 0}
          {...form.getInputProps('knowledge_tool', { type: 'checkbox' })}
        />
      </Section>
      <Section title={t('models.aliases')} about={t('models.aliases_about')}>
        <RowsField
          label={t('models.aliases')}
          count={form.values.aliases.length}
          max={ALIASES_MAX}
          add={t('models.add_alias')}
          onAdd={() =>
            form.insertListItem('aliases', {
              name: '',
              targets: [{ model: '', weight: 1 }],
              fallbacks: [],
            })
          }
          onRemove={(index) => form.removeListItem('aliases', index)}
          row={(index) => <Alias form={form} index={index} />}
        />
      </Section>
      <Section title={t('models.forward')} about={t('models.forward_about')}>
        <TagsInput
          aria-label={t('models.forward')}
          placeholder={t('models.forward_default')}
          {...form.getInputProps('forward')}
          value={form.values.forward ?? []}
          onChange={(paths) => form.setFieldValue('forward', paths.length > 0 ? paths : undefined)}
        />
      </Section>
    </>
  );
}

function GrantedTools({ form }: Props) {
  const { t } = useTranslation('workloads');
  const isAllowed = useReach('provider:read') !== undefined;
  const { data } = api.useQuery('get', '/admin/v1/tool-servers', ALL, { enabled: isAllowed });
  const offered = (data?.data ?? []).flatMap(({ name, tools, methods }) =>
    ['*', ...tools, ...methods].map((grant) => `${name}/${grant}`),
  );
  return (
    <TagsInput
      aria-label={t('models.tools')}
      placeholder={form.values.tools.length > 0 ? '' : t('models.no_tools')}
      data={offered}
      renderOption={({ option: { value } }) => (
        <Group gap="xs">
          <GrantName grant={value} />
          {methodOf(value) && (
            <Text size="xs" c="dimmed">
              {value}
            </Text>
          )}
        </Group>
      )}
      renderPill={({ value, onRemove, disabled = false }) => (
        <Pill withRemoveButton {...(onRemove && { onRemove })} disabled={disabled}>
          <GrantName grant={String(value)} />
        </Pill>
      )}
      {...form.getInputProps('tools')}
    />
  );
}

/** Tools by their name; what is asked of a server beside them in words. */
function GrantName({ grant }: { grant: string }) {
  const { t } = useTranslation('workloads');
  const method = methodOf(grant);
  if (!method) return <>{grant}</>;
  return <>{t(`models.beside.${method}`, { server: grant.slice(0, -method.length - 1) })}</>;
}

const methodOf = (grant: string) => SERVER_METHODS.find((method) => grant.endsWith(`/${method}`));

/** By name; what is granted is the id, which no other store ever has. */
function GrantedStores({ form }: Props) {
  const { t } = useTranslation('workloads');
  const isAllowed = useReach('knowledge:read') !== undefined;
  const { data } = api.useQuery('get', '/admin/v1/knowledge/stores', {}, { enabled: isAllowed });
  const known = new Map((data?.data ?? []).map(({ id, name }) => [id, name]));
  for (const id of form.values.knowledge) if (!known.has(id)) known.set(id, id);
  return (
    <MultiSelect
      aria-label={t('models.knowledge')}
      placeholder={form.values.knowledge.length > 0 ? '' : t('models.no_knowledge')}
      searchable
      data={[...known].map(([value, label]) => ({ value, label }))}
      {...form.getInputProps('knowledge')}
      onChange={(ids) => {
        form.setFieldValue('knowledge', ids);
        if (ids.length === 0) form.setFieldValue('knowledge_tool', false); // Nothing is left to search.
      }}
    />
  );
}

function Alias({ form, index }: Props & { index: number }) {
  const { t } = useTranslation('workloads');
  const path = `aliases.${index}`;
  const targets = form.values.aliases[index]?.targets ?? [];
  return (
    <>
      <TextInput label={t('name')} required {...form.getInputProps(`${path}.name`)} />
      <Stack gap={6}>
        {targets.map((_, place) => (
          <Group key={place} align="flex-end" wrap="nowrap" gap="xs">
            <TextInput
              label={t('models.target')}
              placeholder="provider/model"
              required
              flex={1}
              {...form.getInputProps(`${path}.targets.${place}.model`)}
            />
            <NumberInput
              label={t('models.weight')}
              w={96}
              min={1}
              max={1000}
              {...form.getInputProps(`${path}.targets.${place}.weight`)}
            />
            <ActionIcon
              size="lg"
              aria-label={t('models.remove_target', { number: place + 1 })}
              disabled={targets.length < 2}
              onClick={() => form.removeListItem(`${path}.targets`, place)}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconPlus size={12} aria-hidden />}
            disabled={targets.length >= TARGETS_MAX}
            onClick={() => form.insertListItem(`${path}.targets`, { model: '', weight: 1 })}
          >
            {t('models.add_target')}
          </Button>
        </Group>
      </Stack>
      <TagsInput
        label={t('models.fallbacks')}
        description={t('models.fallbacks_about')}
        {...form.getInputProps(`${path}.fallbacks`)}
      />
    </>
  );
}
