import { All, Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallServer } from '../../http/call-server.js';
import { passthroughSurface } from './passthrough.surface.js';

/** Registered last: paths with a handler of their own come first. */
@Controller('v1')
export class PassthroughController {
  constructor(private readonly server: CallServer) {}

  @All('*')
  forward(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.server.serve(request.raw, reply.hijack().raw, request.id, passthroughSurface);
  }
}
