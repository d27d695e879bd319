import { hashKey, keepPreviousData, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import type { Listed } from '../components/resource-table';

interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}

/** How every list of the API is read on. What was shown stays while a filter changes. */
export const PAGED = {
  pageParamName: 'cursor',
  initialPageParam: null, // Undefined would be sent as 0.
  getNextPageParam: ({ next_cursor: next }: { readonly next_cursor: string | null }) =>
    next ?? undefined,
  placeholderData: keepPreviousData,
  // Pages are kept otherwise than one answer: a page and a filter that ask the same must not read each other's.
  queryKeyHashFn: (key: QueryKey) => `paged ${hashKey(key)}`,
};

/** The pages that were read so far, as one. */
export function asList<Row>(query: {
  readonly data: InfiniteData<ListPage<Row>> | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
  readonly refetch: () => Promise<unknown>;
}): Listed<Row> {
  return {
    rows: query.data?.pages.flatMap(({ data }) => data),
    error: query.error,
    isFetching: query.isFetching,
    hasMore: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}

/** A list that the API answers whole. */
export const asWhole = <Row>(query: {
  readonly data: ListPage<Row> | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}): Listed<Row> => ({
  rows: query.data?.data,
  error: query.error,
  isFetching: query.isFetching,
  hasMore: false,
  loadMore: () => undefined,
  retry: () => void query.refetch(),
});

/** Rows that are there already. */
export const inFull = <Row>(rows: readonly Row[]): Listed<Row> => ({
  rows,
  error: null,
  isFetching: false,
  hasMore: false,
  loadMore: () => undefined,
  retry: () => undefined,
});
