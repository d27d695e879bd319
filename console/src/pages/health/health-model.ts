import { api, type Schemas } from '../../api/client';

export type Seen = Schemas['HealthView'];
export type EndpointHealth = Seen['endpoints'][number];
export type Queue = Seen['queues'][number];

const LOOK_MS = 5_000;

/** What operators see, looked at again every few seconds while the page can be seen. */
export const useSeen = () =>
  api.useQuery('get', '/admin/v1/health', {}, { refetchInterval: LOOK_MS });

export const nameOf = ({ provider, model }: Pick<EndpointHealth, 'provider' | 'model'>): string =>
  model === '' ? provider : `${provider}/${model}`;
