import { api } from './client';

const FRESH_MS = 300_000; // Its currency is not changed while somebody looks.

/** ISO 4217, once it is known. Everybody who is signed in may read it. */
export function useCurrency(): string | undefined {
  const { data } = api.useQuery('get', '/admin/v1/organisation', {}, { staleTime: FRESH_MS });
  return data?.settings.currency;
}
