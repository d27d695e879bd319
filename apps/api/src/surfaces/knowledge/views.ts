import { errorTold } from '#kernel';
import {
  documentIdOf,
  storeIdOf,
  type DocumentHead,
  type DocumentRow,
  type Hit,
  type StoreRow,
  type StoreSummary,
} from '#knowledge';

/** A `vector_store` of OpenAI's format. */
export const storeView = (store: StoreSummary) => ({
  id: storeIdOf(store.id),
  object: 'vector_store' as const,
  created_at: secondsOf(store.createdAt),
  name: store.name,
  usage_bytes: store.bytes,
  file_counts: {
    in_progress: store.open,
    completed: store.completed,
    failed: store.failed,
    cancelled: 0,
    total: store.open + store.completed + store.failed,
  },
  status: store.open > 0 ? ('in_progress' as const) : ('completed' as const),
  expires_at: null,
  last_active_at: null,
  metadata: {},
});

/** A `vector_store.file` of OpenAI's format. */
export const fileView = (store: StoreRow, row: DocumentRow, head: DocumentHead) => ({
  id: documentIdOf(row.id),
  object: 'vector_store.file' as const,
  created_at: secondsOf(row.createdAt),
  vector_store_id: storeIdOf(store.id),
  filename: head.filename,
  status: row.status === 'queued' ? ('in_progress' as const) : row.status,
  usage_bytes: Number(row.bytes),
  last_error: row.status === 'failed' ? errorTold(row.error) : null,
  attributes: head.attributes,
  chunking_strategy: {
    type: 'static' as const,
    static: {
      max_chunk_size_tokens: store.passageTokens,
      chunk_overlap_tokens: store.overlapTokens,
    },
  },
});

export const listView = <View extends { readonly id: string }>(
  data: readonly View[],
  hasMore: boolean,
) => ({
  object: 'list' as const,
  data,
  first_id: data[0]?.id ?? null,
  last_id: data.at(-1)?.id ?? null,
  has_more: hasMore,
});

/** A page of results in OpenAI's format; there is one page only. */
export const searchView = (queries: readonly string[], hits: readonly Hit[]) => ({
  object: 'vector_store.search_results.page' as const,
  search_query: queries,
  data: hits.map(({ documentId, filename, score, attributes, text }) => ({
    file_id: documentIdOf(documentId),
    filename,
    score,
    attributes,
    content: [{ type: 'text' as const, text }],
  })),
  has_more: false,
  next_page: null,
});

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1_000);
