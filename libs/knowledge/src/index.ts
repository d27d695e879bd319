/**
 * Stores of documents that workloads search by what they mean: text is read in cells, cleaned by the policy of data
 * protection, split, embedded by calls as every call is, and kept sealed.
 *
 * Invariants: nothing of a document is sent before it is clean and before all of it can be paid; the database can read no
 * text, and no vector but of a store that somebody chose its index for; a search looks at every vector of its store, or that
 * index does; who was not granted a store does not learn that it is there.
 */
export { readAttributes, type Attributes } from './attributes.js';
export {
  DOCUMENT_ID,
  looksLikeStoreId,
  documentIdOf,
  readDocumentId,
  readStoreId,
  STORE_ID,
  storeIdOf,
} from './ids.js';
export { IngestDocument } from './ingest/ingest-document.js';
export { KnowledgeRunner } from './ingest/knowledge-runner.js';
export {
  KnowledgeDocuments,
  type Added,
  type DocumentHead,
  type DocumentRow,
  type NewDocument,
} from './keep/documents.js';
export { KnowledgeRemnants } from './keep/remnants.js';
export {
  ENGINES,
  isIndexable,
  KnowledgeStores,
  type Engine,
  type StoreRow,
  type StoreSummary,
} from './keep/stores.js';
export { whileStored } from './keep/while-stored.js';
export { KnowledgeModule } from './knowledge.module.js';
export * from './limits.js';
export { reasonOf, VectorExtension, type ExtensionState } from './pgvector/vector-extension.js';
export { tokensIn } from './passages/tokens-in.js';
export { readFilter } from './search/filters.js';
export { grantedStores } from './search/granted-stores.js';
export { KnowledgeSearch, type Hit, type Search } from './search/knowledge-search.js';
export {
  describeSearch,
  readSearchArguments,
  searchSchema,
  textOfHits,
} from './search/search-tool.js';
