import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconRoute, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { asList, PAGED } from '../../api/as-list';
import { api } from '../../api/client';
import { EmptyState } from '../../components/empty-state';
import { FilterBar, useFilters } from '../../components/filter-bar';
import { ResourceTable, type Column, type Listed } from '../../components/resource-table';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { useNow } from '../../lib/use-now';
import { ALIASES, type Alias, type AliasSettings } from './alias-model';

const LIMIT = 200;
const WEEK_MS = 7 * 86_400_000;

export function AliasList({ action }: { action: ReactNode }) {
  const { t } = useTranslation(['routing', 'common']);
  const { values, set } = useFilters();
  const query = api.useInfiniteQuery(
    'get',
    ALIASES,
    { params: { query: { limit: LIMIT } } },
    PAGED,
  );
  const { q } = values;
  const columns = useAliasColumns();
  return (
    <Stack gap="lg">
      <FilterBar filters={[{ name: 'q', label: t('aliases.filter'), width: 260 }]} />
      <ResourceTable
        list={matching(asList<Alias>(query), q)}
        columns={columns}
        rowKey={({ id }) => id}
        label={t('aliases.title')}
        onOpen={({ id }) => set({ alias: id })}
        empty={
          q ? (
            <EmptyState
              icon={IconSearch}
              text={t('aliases.no_match')}
              action={
                <Button variant="default" onClick={() => set({ q: undefined })}>
                  {t('common:clear_filters')}
                </Button>
              }
            />
          ) : (
            <EmptyState icon={IconRoute} text={t('aliases.empty')} action={action} docs="/docs" />
          )
        }
      />
    </Stack>
  );
}

function useAliasColumns(): Column<Alias>[] {
  const { t } = useTranslation('routing');
  return [
    { key: 'name', header: t('name'), cell: (alias) => <Named alias={alias} /> },
    {
      key: 'targets',
      header: t('aliases.targets'),
      cell: ({ settings }) => <Targets {...settings} />,
    },
    {
      key: 'fallbacks',
      header: t('aliases.fallbacks'),
      from: 'md',
      cell: ({ settings: { fallbacks } }) =>
        fallbacks.length === 0 ? (
          <Text span size="sm" c="dimmed">
            {t('aliases.no_fallbacks')}
          </Text>
        ) : (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {fallbacks.join(' → ')}
          </Text>
        ),
    },
    {
      key: 'used',
      header: t('used'),
      from: 'sm',
      cell: ({ last_used_at: at }) => <Use at={at} />,
    },
    {
      key: 'created',
      header: t('made'),
      from: 'lg',
      cell: ({ created_at: at }) => <When at={at} />,
    },
  ];
}

function Named({ alias: { id, managed_by_file: isOfFile } }: { alias: Alias }) {
  const { t } = useTranslation('routing');
  return (
    <Group gap="xs">
      <Anchor
        fw={600}
        style={{ overflowWrap: 'anywhere' }}
        renderRoot={(root) => (
          <Link
            to="/aliases"
            search={(before) => ({ ...before, alias: id })}
            {...root}
            onClick={(event: { stopPropagation: () => void }) => event.stopPropagation()}
          />
        )}
      >
        {id}
      </Anchor>
      {isOfFile && <StatusBadge tone="info">{t('of_file')}</StatusBadge>}
    </Group>
  );
}

/** With what part of the draws each has, where there are several. */
function Targets({ targets }: AliasSettings) {
  const { t } = useTranslation('routing');
  const total = targets.reduce((sum, { weight }) => sum + weight, 0);
  return (
    <Stack gap={2}>
      {targets.map(({ model, weight }) => (
        <Text key={model} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {model}
          {targets.length > 1 && (
            <Text span size="xs" c="dimmed" className="tabular">
              {' '}
              {t('aliases.share', { percent: Math.round((100 * weight) / total) })}
            </Text>
          )}
        </Text>
      ))}
    </Stack>
  );
}

function Use({ at }: { at: string | null }) {
  const { t } = useTranslation('routing');
  const now = useNow();
  const isRecent = at !== null && now.getTime() - Date.parse(at) < WEEK_MS;
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge tone={isRecent ? 'good' : 'quiet'}>
        {t(isRecent ? 'aliases.this_week' : 'aliases.not_this_week')}
      </StatusBadge>
      {at && (
        <Text size="xs" c="dimmed">
          <When at={at} />
        </Text>
      )}
    </Stack>
  );
}

function matching(list: Listed<Alias>, q: string | undefined): Listed<Alias> {
  const part = q?.toLowerCase() ?? '';
  const rows = list.rows?.filter(({ id, settings: { targets, fallbacks } }) =>
    [id, ...targets.map(({ model }) => model), ...fallbacks]
      .join('\n')
      .toLowerCase()
      .includes(part),
  );
  return { ...list, rows };
}
