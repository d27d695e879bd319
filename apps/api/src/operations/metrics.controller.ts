import { timingSafeEqual } from 'node:crypto';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '#kernel';
import { Config } from '#platform';
import { CallMetrics } from './call-metrics.js';

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: CallMetrics,
    private readonly config: Config,
  ) {}

  /** With GW_METRICS_TOKEN to whoever sends it, without to this machine only, if nothing is published. */
  @Get()
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!this.mayRead(request)) throw refuse('path_unknown');
    const text = await this.metrics.registry.metrics();
    void reply.header('content-type', this.metrics.registry.contentType).send(text);
  }

  private mayRead(request: FastifyRequest): boolean {
    const { metricsToken, publicUrl } = this.config;
    // With a public address there is a proxy in front, and everybody comes from this machine.
    if (!metricsToken) {
      return publicUrl === null && LOOPBACK.has(request.socket.remoteAddress ?? '');
    }
    const sent = Buffer.from(request.headers.authorization ?? '');
    const wanted = Buffer.from(`Bearer ${metricsToken.reveal()}`);
    return sent.length === wanted.length && timingSafeEqual(sent, wanted);
  }
}
