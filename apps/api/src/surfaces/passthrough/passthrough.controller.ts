import { All, Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Intake } from '../../http/intake.js';
import { passthroughSurface } from './passthrough.surface.js';

/** Registered last: paths with a handler of their own come first. */
@Controller('v1')
export class PassthroughController {
  constructor(private readonly intake: Intake) {}

  @All('*')
  forward(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.intake.serve(request, reply, passthroughSurface);
  }
}
