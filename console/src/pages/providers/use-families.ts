import { api } from '../../api/client';
import type { Family } from './provider-model';

/** What a provider may be; the gateway's own knowledge, which stays the same while it runs. */
export function useFamilies(): readonly Family[] {
  const { data } = api.useQuery('get', '/admin/v1/provider-families', {}, { staleTime: Infinity });
  return data?.data ?? [];
}
