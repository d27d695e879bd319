import { Body, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ProtectionTrial } from '#dlp';
import { Clock } from '#kernel';
import type { Actor } from '#members';
import { callerGoneOf } from '../../http/caller-gone-of.js';
import { AdminController, Allow, Caller } from '../http/allow.js';
import { Spenders } from '../settings/spenders.js';
import { ProtectionTestDto, ProtectionTestView, testView } from './protection.dto.js';

/** Data protection, tried on a text. */
@ApiTags('Protection')
@AdminController('dlp')
export class ProtectionController {
  constructor(
    private readonly spenders: Spenders,
    private readonly trial: ProtectionTrial,
    private readonly clock: Clock,
  ) {}

  /** What is found in a text, and what would be sent in each mode. Nothing is kept, logged or charged. */
  @Post('test')
  @HttpCode(200)
  @Allow('workload:read')
  @ApiOkResponse({ type: ProtectionTestView })
  async test(
    @Caller() actor: Actor,
    @Body() { text, workload_id: id }: ProtectionTestDto,
    @Res({ passthrough: true }) { raw }: FastifyReply,
  ): Promise<ProtectionTestView> {
    const organisation = this.spenders.organisation(actor);
    const { protection } = organisation;
    const workload =
      id === undefined
        ? { id: organisation.id, protection }
        : await this.spenders.workload(actor, id);
    const asked = { nowMs: this.clock.nowMs(), ended: callerGoneOf(raw) };
    const found = await this.trial.run({ organisation, workload }, text, asked);
    return testView(workload.protection.mode, found);
  }
}
