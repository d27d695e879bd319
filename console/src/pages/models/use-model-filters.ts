import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { useReach } from '../../api/session';
import type { Filter } from '../../components/filter-bar';
import { ZONES, zoneName } from '../../components/place';

const LIMIT = 200;

/** @param zone in the address, which a list of common ones need not have */
export function useModelFilters(zone: string | undefined): readonly Filter[] {
  const { t } = useTranslation('routing');
  const seesProviders = useReach('provider:read') !== undefined;
  const params = { params: { query: { limit: LIMIT } } };
  const providers = api.useQuery('get', '/admin/v1/providers', params, { enabled: seesProviders });
  const workloads = api.useQuery('get', '/admin/v1/workloads', params);
  const known = providers.data?.data ?? [];
  const zones = new Set([...known.flatMap(({ place }) => place?.zone ?? []), ...ZONES]);
  if (zone !== undefined) zones.add(zone);
  const words = { LOCAL: t('zones.LOCAL'), GLOBAL: t('zones.GLOBAL') };
  return [
    { name: 'q', label: t('models.q'), width: 220 },
    ...(seesProviders
      ? [
          {
            name: 'provider',
            label: t('models.provider'),
            options: known.map(({ name }) => ({ value: name, label: name })),
          },
        ]
      : []),
    {
      name: 'zone',
      label: t('models.zone'),
      options: [...zones].map((value) => ({
        value,
        label: words[value as keyof typeof words] ?? zoneName(value),
      })),
    },
    {
      name: 'reachable',
      label: t('models.reachable'),
      options: (['true', 'false'] as const).map((value) => ({
        value,
        label: t(`models.reachables.${value}`),
      })),
      width: 150,
    },
    {
      name: 'workload',
      label: t('models.workload'),
      options: (workloads.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
      width: 200,
    },
  ];
}
