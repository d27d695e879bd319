import { api, type Schemas } from '../../api/client';

export type Alias = Schemas['AliasUseView'];
export type AliasSettings = Schemas['AliasDto'];

export const ALIASES = '/admin/v1/aliases';
export const ALIAS = '/admin/v1/aliases/{id}';
const LIMIT = 200;

/** What an alias may lead to, as far as one page tells: what is typed counts, whether it is among them or not. */
export function useNames(part: string): readonly string[] {
  const models = api.useQuery('get', '/admin/v1/models', {
    params: { query: { limit: 50, ...(part && { q: part }) } },
  });
  const aliases = api.useQuery('get', ALIASES, { params: { query: { limit: LIMIT } } });
  const names = [...(aliases.data?.data ?? []), ...(models.data?.data ?? [])].map(({ id }) => id);
  return [...new Set(names)];
}
