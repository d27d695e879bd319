import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ValueFinder } from '#call';
import { Cell } from '#documents';
import { CallServer } from '../../http/call-server.js';
import type { SurfaceAdapter } from '../../http/surface.js';
import { ANONYMIZE_PATH, anonymizeSurface } from './anonymize.surface.js';

@Controller(ANONYMIZE_PATH)
export class AnonymizeController {
  private readonly surface: SurfaceAdapter;

  constructor(
    private readonly server: CallServer,
    cell: Cell,
    finder: ValueFinder,
  ) {
    this.surface = anonymizeSurface(cell, finder);
  }

  @Post()
  anonymize(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.server.serve(request.raw, reply.hijack().raw, request.id, this.surface);
  }
}
