import { Get, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Actor } from '#members';
import { OwnWorkloads } from '../audit/own-workloads.js';
import { AdminController, Allow, Caller } from '../http/allow.js';
import { EventHub } from './event-hub.js';

/** What happens, as it does. */
@ApiTags('Events')
@AdminController('events')
export class EventsController {
  constructor(
    private readonly hub: EventHub,
    private readonly own: OwnWorkloads,
  ) {}

  /**
   * Server-sent events: `audit.row`, `job.progress`, `breaker.changed`, `budget.threshold`. At most five of an
   * actor; each ends after a quarter of an hour, and its client comes back. Members hear of their own workloads.
   */
  @Get()
  @Allow('audit:read')
  @ApiProduces('text/event-stream')
  @ApiOkResponse({ schema: { type: 'string' } })
  async open(@Caller() actor: Actor, @Res() reply: FastifyReply): Promise<void> {
    this.hub.expectRoom(actor);
    const workloads = await this.own.of(actor, 'audit:read');
    await this.hub.know(actor.organisationId);
    this.hub.add(actor, workloads, reply.hijack().raw);
  }
}
