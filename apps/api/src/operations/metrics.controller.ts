import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '#kernel';
import { mayReadMetrics, Metrics } from '#operations';
import { Config } from '#platform';

@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly config: Config,
  ) {}

  @Get()
  async read(
    @Req() { headers, socket }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { authorization } = headers;
    const { remoteAddress } = socket;
    if (!mayReadMetrics({ authorization, remoteAddress }, this.config))
      throw refuse('path_unknown');
    const { registry } = this.metrics;
    void reply.header('content-type', registry.contentType).send(await registry.metrics());
  }
}
