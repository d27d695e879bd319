import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '#kernel';
import { mayReadMetrics } from '#operations';
import { Config } from '#platform';
import { SharedMetrics } from './shared-metrics.js';

@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: SharedMetrics,
    private readonly config: Config,
  ) {}

  @Get()
  async read(
    @Req() { headers, socket }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { authorization, 'x-forwarded-for': forwardedFor } = headers;
    const reader = { authorization, forwardedFor, remoteAddress: socket.remoteAddress };
    if (!mayReadMetrics(reader, this.config)) throw refuse('path_unknown');
    const { contentType, text } = await this.metrics.read(headers.accept);
    void reply.header('content-type', contentType).send(text);
  }
}
