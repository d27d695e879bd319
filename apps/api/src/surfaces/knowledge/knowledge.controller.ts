import { All, Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { KnowledgeDocuments, KnowledgeSearch, KnowledgeStores } from '#knowledge';
import { CallServer } from '../../http/call-server.js';
import type { SurfaceAdapter } from '../../http/surface.js';
import { knowledgeSurface } from './knowledge.surface.js';

@Controller('v1/vector_stores')
export class KnowledgeController {
  private readonly surface: SurfaceAdapter;

  constructor(
    private readonly server: CallServer,
    stores: KnowledgeStores,
    documents: KnowledgeDocuments,
    search: KnowledgeSearch,
  ) {
    this.surface = knowledgeSurface({ stores, documents, search });
  }

  @All(['', ':id', ':id/files', ':id/files/:file_id', ':id/search'])
  ask(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.server.serve(request.raw, reply.hijack().raw, request.id, this.surface);
  }
}
