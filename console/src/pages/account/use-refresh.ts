import { useQueryClient } from '@tanstack/react-query';
import { askAnew, sessionQuery } from '../../api/session';

/** After a change to oneself: who is signed in, too, is asked for anew. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([queries.invalidateQueries(sessionQuery), askAnew(queries)]);
  };
}
