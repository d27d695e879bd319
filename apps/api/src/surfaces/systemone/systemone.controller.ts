import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallServer } from '../../http/call-server.js';
import { systemoneSurface } from './systemone.surface.js';

@Controller('/v1/systemone')
export class SystemOneController {
  constructor(private readonly server: CallServer) {}

  @Post()
  decide(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.server.serve(request.raw, reply.hijack().raw, request.id, systemoneSurface);
  }
}
