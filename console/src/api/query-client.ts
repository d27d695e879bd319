import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { sessionLost, stepUpWanted } from './session-lost';
import { isProblem } from './problem';

const FRESH_MS = 10_000;
const RETRIES_MAX = 2;

/** Who is told of failures that no page shows by itself. */
export interface Hearing {
  readonly failed: (error: unknown) => void;
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The page shows what went wrong itself. */
      readonly isHandled?: boolean;
    };
  }
}

/** What fails again is told as any failure is. */
async function again(
  mutation: { readonly execute: (input: unknown) => Promise<unknown> },
  input: unknown,
): Promise<void> {
  try {
    await mutation.execute(input);
  } catch {
    // The cache has heard of it.
  }
}

/** Server state lives here only. */
export function createQueryClient({ failed }: Hearing): QueryClient {
  const heed = (error: unknown) => {
    if (isProblem(error, 'sign_in_needed', 'code_needed')) sessionLost.set(true);
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.queryKey[0] !== 'session') heed(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, input, _context, mutation) => {
        heed(error);
        const isStepUp = isProblem(error, 'step_up_needed');
        if (isStepUp) {
          stepUpWanted.set({ retry: () => void again(mutation, input), why: error.errors });
        }
        const isShown = mutation.meta?.isHandled || isStepUp || isProblem(error, 'sign_in_needed');
        if (!isShown) failed(error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // What the API refused it will refuse again; what was not reached may come back.
        retry: (count, error) =>
          count < RETRIES_MAX && isProblem(error, 'unreachable', 'unavailable', 'unreadable'),
      },
      mutations: { retry: false },
    },
  });
}
