import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Liveness, Readiness } from '#contract';
import { ReadinessProbe } from './readiness-probe.js';

@Controller()
export class HealthController {
  constructor(private readonly probe: ReadinessProbe) {}

  /** The process runs and its event loop turns. */
  @Get('healthz')
  health(): Liveness {
    return { status: 'ok' };
  }

  /** Everything that admission needs is there; a load balancer looks here. */
  @Get('readyz')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readiness> {
    const readiness = await this.probe.check();
    void reply.status(readiness.status === 'ready' ? 200 : 503);
    return readiness;
  }
}
