import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { idWithin } from './provider-models';

const LIMIT = 200;

/** Ids of every model that a provider serves now, however many pages they are. */
export const useServedModels = (provider: string) =>
  useQuery({
    queryKey: ['served-models', provider],
    queryFn: async () => {
      const ids: string[] = [];
      let cursor: string | null | undefined;
      do {
        const query = { provider, limit: LIMIT, ...(cursor && { cursor }) };
        const { data } = await client.GET('/admin/v1/models', { params: { query } });
        ids.push(...(data?.data ?? []).map(({ id }) => idWithin(id)));
        cursor = data?.next_cursor;
      } while (cursor);
      return ids;
    },
  });
