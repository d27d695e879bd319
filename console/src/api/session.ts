import { queryOptions, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { reachOf, type Permission, type Reach } from '#contract';
import { client, type Schemas } from './client';
import { isProblem } from './problem';

export type Session = Schemas['SessionView'];

/** Who is signed in; null: nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  // It changes by signing in and out, and what is lost is noticed by what is asked for next.
  staleTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  queryFn: async (): Promise<Session | null> => {
    try {
      const { data } = await client.GET('/admin/v1/session');
      return data ?? null;
    } catch (error) {
      if (isProblem(error, 'sign_in_needed', 'code_needed')) return null;
      throw error;
    }
  },
});

/** Whether nobody has set the gateway up. */
export const setUpQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: async (): Promise<boolean> =>
    (await client.GET('/admin/v1/setup')).data?.needed ?? false,
});

/** Below the shell, where somebody is signed in. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!data) throw new Error('Nobody is signed in.');
  return data;
}

/** How far the reader of the page reaches; undefined: not at all. */
export function useReach(permission: Permission): Reach | undefined {
  return reachOf(useSession().role, permission);
}

/** Everything but who is signed in is asked for anew. */
export const askAnew = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
