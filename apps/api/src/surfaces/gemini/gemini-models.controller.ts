import type { IncomingMessage } from 'node:http';
import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PriceList, type KeyPrincipal } from '#call';
import { Clock } from '#kernel';
import { listModels } from '#routing';
import { KeyRequests } from '../../http/key-requests.js';
import { findModel } from '../models/find-model.js';
import { geminiKeyOf } from '../../http/caller-key.js';
import { geminiList, geminiModel, type GeminiListQuery } from './model-list.js';

/** Under this version it is always the format of Gemini. */
@Controller('v1beta/models')
export class GeminiModelsController {
  constructor(
    private readonly requests: KeyRequests,
    private readonly prices: PriceList,
    private readonly clock: Clock,
  ) {}

  @Get()
  async list(@Req() { raw }: FastifyRequest, @Query() query: GeminiListQuery) {
    return geminiList(listModels(await this.admit(raw), this.prices, this.clock.nowMs()), query);
  }

  @Get('*')
  async find(@Param('*') id: string, @Req() { raw }: FastifyRequest) {
    return geminiModel(
      findModel(await this.admit(raw), this.prices, id, {
        format: 'gemini',
        nowMs: this.clock.nowMs(),
      }),
    );
  }

  private admit(request: IncomingMessage): Promise<KeyPrincipal> {
    return this.requests.admit(request, geminiKeyOf(request));
  }
}
