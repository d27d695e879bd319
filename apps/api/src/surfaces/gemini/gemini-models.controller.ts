import type { IncomingMessage } from 'node:http';
import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { KeyPrincipal } from '#call';
import { ReachableModels } from '#routing';
import { KeyRequests } from '../../http/key-requests.js';
import { findModel } from '../models/find-model.js';
import { geminiKeyOf } from '../../http/caller-key.js';
import { geminiList, geminiModel, type GeminiListQuery } from './model-list.js';

/** Under this version it is always the format of Gemini. */
@Controller('v1beta/models')
export class GeminiModelsController {
  constructor(
    private readonly requests: KeyRequests,
    private readonly reachable: ReachableModels,
  ) {}

  @Get()
  async list(@Req() { raw }: FastifyRequest, @Query() query: GeminiListQuery) {
    return geminiList(this.reachable.listFor(await this.admit(raw)), query);
  }

  @Get('*')
  async find(@Param('*') id: string, @Req() { raw }: FastifyRequest) {
    return geminiModel(findModel(await this.admit(raw), this.reachable, id, 'gemini'));
  }

  private admit(request: IncomingMessage): Promise<KeyPrincipal> {
    return this.requests.admit(request, geminiKeyOf(request));
  }
}
