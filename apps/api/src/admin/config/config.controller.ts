import { Body, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Actor } from '#members';
import { AdminController, Allow, Caller } from '../http/allow.js';
import { AppliedView, ApplyDto, ExportQuery, WantedPlanDto, PlanView } from './config.dto.js';
import { asYaml, SettingsCode } from './settings-code.js';

/** Settings as code. The document is a settings file, and a file that was exported can be one. */
@ApiTags('Settings as code')
@AdminController('config')
export class ConfigController {
  constructor(private readonly code: SettingsCode) {}

  /** All settings as one document. Secrets are fingerprints, or the names of what holds them. */
  @Get('export')
  @Allow('config:read')
  @ApiOkResponse({ content: { 'application/yaml': { schema: { type: 'string' } } } })
  async export(
    @Caller() actor: Actor,
    @Query() { format }: ExportQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | object> {
    const document = await this.code.export(actor);
    if (format === 'json') return document;
    void reply.header('content-type', 'application/yaml; charset=utf-8');
    return asYaml(document);
  }

  /** What a document would change. Nothing is changed. */
  @Post('plan')
  @HttpCode(200)
  @Allow('config:apply')
  @ApiOkResponse({ type: PlanView })
  async plan(@Caller() actor: Actor, @Body() asked: WantedPlanDto): Promise<PlanView> {
    return this.code.plan(actor, asked);
  }

  /** Changes it, if nothing has moved since the plan: all of it, or nothing. */
  @Post('apply')
  @HttpCode(200)
  @Allow('config:apply')
  @ApiOkResponse({ type: AppliedView })
  async apply(@Caller() actor: Actor, @Body() asked: ApplyDto): Promise<AppliedView> {
    return this.code.apply(actor, asked);
  }
}
