import type { SpotlightActionData } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { IconApps, IconCpu, IconKey, IconPlugConnected } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { useReach } from '../api/session';

const ALL = { params: { query: { limit: 200 } } };
const MODELS_MAX = 8;
const TYPED_MS = 200;
const ICON = { size: 18, 'aria-hidden': true } as const;

interface Group {
  readonly group: string;
  readonly actions: SpotlightActionData[];
}

/**
 * What the palette finds by name: asked for when it opens for the first time, models as somebody types.
 * @param isWanted it has been opened
 */
export function useThings(isWanted: boolean, query: string): readonly Group[] {
  const { t } = useTranslation();
  const workloads = useWorkloads(isWanted);
  const keys = useKeys(isWanted, query);
  const providers = useProviders(isWanted);
  const models = useModels(isWanted, query);
  return [
    { group: t('palette.workloads'), actions: workloads },
    { group: t('palette.keys_found'), actions: keys },
    { group: t('palette.providers'), actions: providers },
    { group: t('palette.models'), actions: models },
  ];
}

function useWorkloads(isWanted: boolean): SpotlightActionData[] {
  const go = useNavigate();
  const isAllowed = useReach('workload:read') !== undefined;
  const { data } = api.useQuery('get', '/admin/v1/workloads', ALL, {
    enabled: isWanted && isAllowed,
  });
  return (data?.data ?? []).map(({ id, name }) => ({
    id,
    label: name,
    leftSection: <IconApps {...ICON} />,
    onClick: () => void go({ to: '/workloads/$id', params: { id } }),
  }));
}

/** By name, and by how they begin: of a key that was pasted whole its prefix is looked for. */
function useKeys(isWanted: boolean, query: string): SpotlightActionData[] {
  const { t } = useTranslation();
  const go = useNavigate();
  const isAllowed = useReach('key:read') !== undefined;
  const newest = { params: { query: { ...ALL.params.query, sort: '-created_at' as const } } };
  const { data } = api.useQuery('get', '/admin/v1/keys', newest, {
    enabled: isWanted && isAllowed,
  });
  const typed = query.trim();
  return (data?.data ?? []).map(
    ({ id, name, prefix, workload_id: workload, workload_name: of }) => ({
      id: `key ${id}`,
      label: name,
      description: `${prefix} · ${t('palette.key_of', { workload: of })}`,
      keywords: [prefix, ...(typed !== '' && typed.startsWith(prefix) ? [typed] : [])],
      leftSection: <IconKey {...ICON} />,
      onClick: () => void go({ to: '/keys', search: { workload } }),
    }),
  );
}

function useProviders(isWanted: boolean): SpotlightActionData[] {
  const go = useNavigate();
  const isAllowed = useReach('provider:read') !== undefined;
  const { data } = api.useQuery('get', '/admin/v1/providers', ALL, {
    enabled: isWanted && isAllowed,
  });
  return (data?.data ?? []).map(({ id, settings: { family } }) => ({
    id: `provider ${id}`,
    label: id,
    description: family,
    leftSection: <IconPlugConnected {...ICON} />,
    onClick: () => void go({ to: '/providers', search: { provider: id } }),
  }));
}

/** There may be thousands, so the API looks for them. */
function useModels(isWanted: boolean, query: string): SpotlightActionData[] {
  const go = useNavigate();
  const isAllowed = useReach('model:read') !== undefined;
  const [typed] = useDebouncedValue(query.trim(), TYPED_MS);
  const { data } = api.useQuery(
    'get',
    '/admin/v1/models',
    { params: { query: { q: typed, limit: MODELS_MAX } } },
    { enabled: isWanted && isAllowed && typed.length > 1 },
  );
  if (typed.length < 2) return [];
  return (data?.data ?? []).map(({ id }) => ({
    id: `model ${id}`,
    label: id,
    leftSection: <IconCpu {...ICON} />,
    onClick: () => void go({ to: '/models', search: { model: id } }),
  }));
}
