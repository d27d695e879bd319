import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallServer } from '../../http/call-server.js';
import { responsesSurface } from './responses.surface.js';

/** What else there is under this path is stored at a provider, and only forwarded. */
@Controller('v1/responses')
export class ResponsesController {
  constructor(private readonly server: CallServer) {}

  @Post()
  create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.server.serve(request.raw, reply.hijack().raw, request.id, responsesSurface);
  }
}
