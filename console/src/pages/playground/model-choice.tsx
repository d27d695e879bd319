import { Group, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { useFilters } from '../../components/filter-bar';
import type { ReachedModel } from './model';

const LIMIT = 200;
const SHARED = 'playground';

/** Which models answer, and whose budget pays. They stand in the address. */
export function ModelChoice(props: {
  models: readonly ReachedModel[];
  model: string;
  compare: string | undefined;
}) {
  const { t } = useTranslation(['playground', 'common']);
  const { models, model, compare } = props;
  const { values, set } = useFilters();
  const workloads = api.useQuery('get', '/admin/v1/workloads', {
    params: { query: { limit: LIMIT } },
  });
  const own = (workloads.data?.data ?? []).filter(({ name }) => name !== SHARED);
  const choices = groupsOf(models, { aliases: t('aliases'), models: t('models') });
  const width = { base: '100%', xs: 240 };
  return (
    <Group align="flex-end">
      <Select
        label={t('model')}
        data={choices}
        value={model}
        onChange={(chosen) => set({ model: chosen ?? undefined })}
        searchable
        allowDeselect={false}
        w={width}
        data-shortcut="f"
      />
      <Select
        label={t('compare')}
        placeholder={t('compare_none')}
        data={choices}
        value={compare ?? null}
        onChange={(chosen) => set({ compare: chosen ?? undefined })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('compare_none') }}
        w={width}
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

function groupsOf(models: readonly ReachedModel[], names: { aliases: string; models: string }) {
  const ids = (isAlias: boolean) =>
    models.filter(({ alias }) => alias === isAlias).map(({ id }) => id);
  return [
    { group: names.aliases, items: ids(true) },
    { group: names.models, items: ids(false) },
  ].filter(({ items }) => items.length > 0);
}
