import { api } from './client';

const FRESH_MS = 300_000; // Neither is changed while somebody looks.

/** Everybody who is signed in may read it. */
const useOrganisation = () =>
  api.useQuery('get', '/admin/v1/organisation', {}, { staleTime: FRESH_MS }).data?.settings;

/** ISO 4217, once it is known. */
export const useCurrency = (): string | undefined => useOrganisation()?.currency;

/** In which its days begin, by its name in the IANA list, once it is known. */
export const useTimeZone = (): string | undefined => useOrganisation()?.time_zone;
