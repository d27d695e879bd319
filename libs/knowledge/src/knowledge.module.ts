import { Module } from '@nestjs/common';
import { ContentModule } from '#content';
import { EmbedTexts } from './embed-texts.js';
import { IngestDocument } from './ingest/ingest-document.js';
import { KnowledgeRunner } from './ingest/knowledge-runner.js';
import { KnowledgeDocuments } from './keep/documents.js';
import { KnowledgeRemnants } from './keep/remnants.js';
import { KnowledgeSealing } from './keep/sealing.js';
import { KnowledgeStores } from './keep/stores.js';
import { DatabaseIndex } from './pgvector/database-index.js';
import { IndexKeeper } from './pgvector/index-keeper.js';
import { VectorExtension } from './pgvector/vector-extension.js';
import { VectorIndexer } from './pgvector/vector-indexer.js';
import { ExactIndex } from './search/exact-index.js';
import { KnowledgeSearch } from './search/knowledge-search.js';
import { StoreDocuments } from './search/store-documents.js';
import { StoreVectors } from './search/store-vectors.js';

@Module({
  imports: [ContentModule],
  providers: [
    KnowledgeSealing,
    KnowledgeStores,
    KnowledgeDocuments,
    KnowledgeRemnants,
    StoreDocuments,
    StoreVectors,
    ExactIndex,
    VectorExtension,
    DatabaseIndex,
    VectorIndexer,
    IndexKeeper,
    EmbedTexts,
    KnowledgeSearch,
    IngestDocument,
    KnowledgeRunner,
  ],
  exports: [
    KnowledgeStores,
    KnowledgeDocuments,
    KnowledgeRemnants,
    KnowledgeSearch,
    IngestDocument,
    KnowledgeRunner,
    VectorExtension,
  ],
})
export class KnowledgeModule {}
