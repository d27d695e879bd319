import { useTranslation } from 'react-i18next';
import { SURFACES } from '#contract';
import { api } from '../api/client';
import { useReach } from '../api/session';
import type { Filter } from './filter-bar';
import { ZONES, zoneName } from './place';

const LIMIT = 200;
/** What becomes of a call. */
export const OUTCOMES = ['ok', 'refused', 'error', 'timeout', 'interrupted'] as const;
/** Whether the answer came out of the response cache. */
const CACHE_HITS = ['exact', 'none'] as const;

const byName = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  value: id,
  label: name,
});
const asItIs = (value: string) => ({ value, label: value });

/** One of them; whatever else stands in an address is none. */
export const outcomeIn = (text: string | undefined) => OUTCOMES.find((one) => one === text);

/** What calls are told apart by, wherever they are listed or summed. Whose names one may not read is typed in. */
export function useSeriesFilters() {
  const { t } = useTranslation('audit');
  const params = { params: { query: { limit: LIMIT } } };
  const seesMembers = useReach('member:read') !== undefined;
  const seesProviders = useReach('provider:read') !== undefined;
  const workloads = api.useQuery('get', '/admin/v1/workloads', params);
  const keys = api.useQuery('get', '/admin/v1/keys', {
    params: { query: { limit: LIMIT, sort: 'name' } },
  });
  const members = api.useQuery('get', '/admin/v1/members', params, { enabled: seesMembers });
  const providers = api.useQuery('get', '/admin/v1/providers', params, { enabled: seesProviders });
  return {
    workload: {
      name: 'workload',
      label: t('filters.workload'),
      options: (workloads.data?.data ?? []).map(byName),
    },
    outcome: {
      name: 'outcome',
      label: t('filters.outcome'),
      options: OUTCOMES.map((value) => ({ value, label: t(`outcomes.${value}`) })),
      width: 140,
    },
    model: { name: 'model', label: t('filters.model') },
    key: {
      name: 'key',
      label: t('filters.key'),
      options: (keys.data?.data ?? []).map(byName),
      isFurther: true,
    },
    member: {
      name: 'member',
      label: t('filters.member'),
      options: (members.data?.data ?? []).map(byName),
      isFurther: true,
    },
    provider: {
      name: 'provider',
      label: t('filters.provider'),
      isFurther: true,
      ...(seesProviders && {
        options: (providers.data?.data ?? []).map(({ name }) => asItIs(name)),
      }),
    },
    surface: {
      name: 'surface',
      label: t('filters.surface'),
      options: SURFACES.map(asItIs),
      isFurther: true,
      width: 150,
    },
    cache: {
      name: 'cache_hit',
      label: t('filters.cache'),
      options: CACHE_HITS.map((value) => ({ value, label: t(`caches.${value}`) })),
      isFurther: true,
      width: 150,
    },
    jurisdiction: {
      name: 'jurisdiction',
      label: t('filters.jurisdiction'),
      options: ZONES.map((value) => ({ value, label: zoneName(value) })),
      isFurther: true,
      width: 150,
    },
  } as const satisfies Record<string, Filter>;
}
