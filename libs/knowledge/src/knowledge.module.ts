import { Module } from '@nestjs/common';
import { ContentModule } from '#content';
import { EmbedTexts } from './embed-texts.js';
import { IngestDocument } from './ingest/ingest-document.js';
import { KnowledgeRunner } from './ingest/knowledge-runner.js';
import { KnowledgeDocuments } from './keep/documents.js';
import { KnowledgeSealing } from './keep/sealing.js';
import { KnowledgeStores } from './keep/stores.js';
import { KnowledgeSearch } from './search/knowledge-search.js';
import { StoreVectors } from './search/store-vectors.js';

@Module({
  imports: [ContentModule],
  providers: [
    KnowledgeSealing,
    KnowledgeStores,
    KnowledgeDocuments,
    StoreVectors,
    EmbedTexts,
    KnowledgeSearch,
    IngestDocument,
    KnowledgeRunner,
  ],
  exports: [KnowledgeStores, KnowledgeDocuments, KnowledgeSearch, IngestDocument, KnowledgeRunner],
})
export class KnowledgeModule {}
