import { Body, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ProtectionTrial } from '#dlp';
import { countKinds } from '#insight';
import { Clock } from '#kernel';
import type { Actor } from '#members';
import { Database } from '#platform';
import { callerGoneOf } from '../../http/caller-gone-of.js';
import { OwnWorkloads } from '../audit/own-workloads.js';
import { AdminController, Allow, Caller } from '../http/allow.js';
import {
  FindingsQuery,
  FindingsView,
  ProtectionTestDto,
  ProtectionTestView,
  testView,
} from './protection.dto.js';
import { TriedPolicies } from './tried-policies.js';

const DAY_MS = 24 * 3_600_000;

/** Data protection, tried on a text, and what it found in calls. */
@ApiTags('Protection')
@AdminController('dlp')
export class ProtectionController {
  constructor(
    private readonly policies: TriedPolicies,
    private readonly trial: ProtectionTrial,
    private readonly database: Database,
    private readonly own: OwnWorkloads,
    private readonly clock: Clock,
  ) {}

  /** What is found in a text, and what would be sent in each mode. Nothing is kept, logged or charged. */
  @Post('test')
  @HttpCode(200)
  @Allow('workload:read')
  @ApiOkResponse({ type: ProtectionTestView })
  async test(
    @Caller() actor: Actor,
    @Body() asked: ProtectionTestDto,
    @Res({ passthrough: true }) { raw }: FastifyReply,
  ): Promise<ProtectionTestView> {
    const policy = await this.policies.of(actor, asked);
    const ended = { nowMs: this.clock.nowMs(), ended: callerGoneOf(raw) };
    const beginMs = this.clock.monotonicMs();
    const found = await this.trial.run(policy, asked.text, ended);
    const tookMs = this.clock.monotonicMs() - beginMs;
    return testView(policy.workload.protection.mode, found, tookMs);
  }

  /** In how many calls of each day something of a kind was found. As old as sealing: a few seconds. */
  @Get('findings')
  @Allow('usage:read')
  @ApiOkResponse({ type: FindingsView })
  async findings(@Caller() actor: Actor, @Query() { days }: FindingsQuery): Promise<FindingsView> {
    const nowMs = this.clock.nowMs();
    const [from, to] = [new Date(nowMs - days * DAY_MS), new Date(nowMs)];
    const workloads = await this.own.of(actor, 'usage:read');
    const asked = { from, to, ...(workloads && { workloads }) };
    const counts = await countKinds(this.database, actor.organisationId, asked);
    return { from, to, days: counts.days, partial: counts.isPartial };
  }
}
