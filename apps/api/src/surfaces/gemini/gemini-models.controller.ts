import type { IncomingMessage } from 'node:http';
import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PriceList } from '#call';
import { listModels, type ListedModel } from '#routing';
import { KeyRequests } from '../../http/key-requests.js';
import { findModel } from '../models/find-model.js';
import { geminiKeyOf } from './gemini-target.js';
import { geminiList, geminiModel, type GeminiListQuery } from './model-list.js';

/** Under this version it is always the format of Gemini. */
@Controller('v1beta/models')
export class GeminiModelsController {
  constructor(
    private readonly requests: KeyRequests,
    private readonly prices: PriceList,
  ) {}

  @Get()
  async list(@Req() { raw }: FastifyRequest, @Query() query: GeminiListQuery) {
    return geminiList(await this.modelsOf(raw), query);
  }

  @Get('*')
  async find(@Param('*') id: string, @Req() { raw }: FastifyRequest) {
    return geminiModel(findModel(await this.modelsOf(raw), id));
  }

  private async modelsOf(request: IncomingMessage): Promise<readonly ListedModel[]> {
    return listModels(await this.requests.admit(request, geminiKeyOf(request)), this.prices);
  }
}
