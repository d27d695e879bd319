import type { ReactNode } from 'react';
import { PageSkeleton } from './page-skeleton';
import { ProblemAlert } from './problem-alert';

/** What was asked for, once it is there; its shape before, and what went wrong instead. */
export function Loadable<Data>(props: {
  query: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  children: (data: Data) => ReactNode;
}) {
  const { data, error, refetch } = props.query;
  if (data !== undefined) return props.children(data);
  if (error) return <ProblemAlert error={error} onRetry={() => void refetch()} />;
  return <PageSkeleton />;
}
