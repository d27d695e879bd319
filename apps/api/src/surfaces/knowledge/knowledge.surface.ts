import type { Arrival, ReceivedCall } from '#call';
import { refuse } from '#kernel';
import {
  readDocumentId,
  looksLikeStoreId,
  readStoreId,
  whileStored,
  type DocumentRow,
  type KnowledgeDocuments,
  type KnowledgeSearch,
  type KnowledgeStores,
  type StoreRow,
} from '#knowledge';
import { keyOf } from '../../http/caller-key.js';
import { expectJson } from '../../http/read-body.js';
import type { NoCall, SurfaceAdapter, SurfaceRequest } from '../../http/surface.js';
import { passthroughSurface } from '../passthrough/passthrough.surface.js';
import { readListQuery } from './list-query.js';
import { readSearch } from './read-search.js';
import { fileView, listView, searchView, storeView } from './views.js';

export interface KnowledgeTools {
  readonly stores: KnowledgeStores;
  readonly documents: KnowledgeDocuments;
  readonly search: KnowledgeSearch;
}

/**
 * `/v1/vector_stores`: those of the gateway that the key's workload was granted, to read and to search. Ids of providers go
 * on to them, as every path does that is not the gateway's own.
 */
export const knowledgeSurface = (tools: KnowledgeTools): SurfaceAdapter => ({
  protocol: 'native',
  surfaceOf: (path) => (isOurs(path.split('/')) ? 'knowledge' : passthroughSurface.surfaceOf(path)),
  keyOf,

  async readCall(arrival: Arrival, request: SurfaceRequest): Promise<ReceivedCall | NoCall> {
    const { method, segments } = request;
    const [, , id, tail, documentId] = segments;
    const { knowledge } = arrival.principal.workload;
    const isList = id === undefined && method === 'GET' && knowledge.length > 0;
    if (isList) return given(await whileStored(() => listOf(tools, arrival, request)));
    if (id === undefined || !looksLikeStoreId(id)) {
      return passthroughSurface.readCall({ ...arrival, surface: 'other' }, request);
    }
    const store = await whileStored(() => grantedStore(tools, arrival, id));
    if (tail === 'search' && method === 'POST' && documentId === undefined) {
      return searchSurface(tools.search, store).readCall(arrival, request);
    }
    if (method !== 'GET') throw refuse('method_not_allowed', { message: READ_ONLY });
    if (tail === undefined) return given(await whileStored(() => storeOf(tools, store)));
    if (tail !== 'files' || segments.length > 5) throw refuse('path_unknown');
    return given(
      await whileStored(() =>
        documentId === undefined
          ? filesOf(tools, request, store)
          : fileOf(tools, store, documentId),
      ),
    );
  },
});

const READ_ONLY =
  'The vector stores of the gateway are filled in the Console or by the admin API. Read them here, and search by POST /v1/vector_stores/{id}/search.';

const isOurs = (segments: readonly string[]): boolean => {
  const [, , , id] = segments;
  return id === undefined || looksLikeStoreId(id);
};

const given = (body: object): NoCall => ({
  givenBefore: { status: 200, headers: {}, text: JSON.stringify(body) },
});

/** @throws store_unknown, whether it is another's or nobody's */
async function grantedStore(
  { stores }: KnowledgeTools,
  { principal }: Arrival,
  id: string,
): Promise<StoreRow> {
  const { knowledge } = principal.workload;
  const uuid = knowledge.includes(id) ? readStoreId(id) : undefined;
  const store = uuid && (await stores.find(principal.organisation.id, uuid));
  if (!store) throw refuse('store_unknown');
  return store;
}

async function listOf(
  { stores }: KnowledgeTools,
  { principal }: Arrival,
  { query }: SurfaceRequest,
): Promise<object> {
  const ids = principal.workload.knowledge.flatMap((id) => readStoreId(id) ?? []);
  const all = await stores.list(principal.organisation.id, ids);
  const { limit, after } = readListQuery(query);
  const views = all.map(storeView);
  const from = after === undefined ? 0 : views.findIndex(({ id }) => id === after) + 1;
  return listView(views.slice(from, from + limit), views.length > from + limit);
}

async function storeOf({ stores }: KnowledgeTools, store: StoreRow): Promise<object> {
  const [summary] = await stores.list(store.organisationId, [store.id]);
  if (!summary) throw refuse('store_unknown');
  return storeView(summary);
}

async function filesOf(
  { documents }: KnowledgeTools,
  { query }: SurfaceRequest,
  store: StoreRow,
): Promise<object> {
  const { limit, after } = readListQuery(query);
  const behind = after === undefined ? undefined : readDocumentId(after);
  const rows = await documents.list(store.organisationId, store.id, {
    limit: limit + 1,
    after: behind,
  });
  const views = rows.slice(0, limit).map((row) => viewOf(documents, store, row));
  return listView(await Promise.all(views), rows.length > limit);
}

async function fileOf(
  { documents }: KnowledgeTools,
  store: StoreRow,
  documentId: string,
): Promise<object> {
  const uuid = readDocumentId(documentId);
  const row = uuid && (await documents.find(store.organisationId, store.id, uuid));
  if (!row) throw refuse('object_unknown', { message: 'The vector store has no such file.' });
  return viewOf(documents, store, row);
}

const viewOf = async (documents: KnowledgeDocuments, store: StoreRow, row: DocumentRow) =>
  fileView(store, row, await documents.headOf(row));

/** A search of one store, whoever may do it. */
export const searchSurface = (search: KnowledgeSearch, store: StoreRow): SurfaceAdapter => ({
  protocol: 'native',
  surfaceOf: () => 'knowledge',
  keyOf,

  async readCall(arrival: Arrival, { incoming, body, timeoutMs }: SurfaceRequest): Promise<NoCall> {
    expectJson(incoming);
    const asked = readSearch(await body.json(arrival.callerGone));
    const { principal, callerGone: ended } = arrival;
    return {
      answerWithin: async () => {
        const hits = await search.run(store, asked, {
          principal,
          identity: arrival,
          timeoutMs,
          ended,
        });
        return { status: 200, headers: {}, text: JSON.stringify(searchView(asked.queries, hits)) };
      },
    };
  },
});
