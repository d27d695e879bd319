import type { IncomingMessage } from 'node:http';
import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PriceList } from '#call';
import type { ModelEntry } from '#contract';
import { listModels, type ListedModel } from '#routing';
import { bearerOf } from '../../http/bearer.js';
import { KeyRequests } from '../../http/key-requests.js';
import { geminiKeyOf, sendsGeminiKey } from '../gemini/gemini-target.js';
import { geminiList, geminiModel, type GeminiListQuery } from '../gemini/model-list.js';
import { checkVersion, messagesKeyOf, sendsVersion } from '../messages/messages-head.js';
import { findModel } from './find-model.js';
import { pageOf, type PageQuery } from './pages.js';

/** Providers do not tell when their models were released; the format wants a number all the same. */
const CREATED_UNKNOWN = 0;

/** The models of a key, in the format that the client speaks. */
@Controller('v1/models')
export class ModelsController {
  constructor(
    private readonly requests: KeyRequests,
    private readonly prices: PriceList,
  ) {}

  @Get()
  async list(@Req() { raw }: FastifyRequest, @Query() query: PageQuery & GeminiListQuery) {
    if (sendsGeminiKey(raw)) return geminiList(await this.modelsOf(raw), query);
    if (sendsVersion(raw)) return messagesList(await this.modelsOf(raw), query);
    return { object: 'list', data: (await this.modelsOf(raw)).map(render) };
  }

  /** Ids hold a slash, so the rest of the path is the id. */
  @Get('*')
  async find(@Param('*') id: string, @Req() { raw }: FastifyRequest) {
    const found = findModel(await this.modelsOf(raw), id);
    if (sendsGeminiKey(raw)) return geminiModel(found);
    return sendsVersion(raw) ? messagesModel(found) : render(found);
  }

  private async modelsOf(request: IncomingMessage): Promise<readonly ListedModel[]> {
    checkVersion(request);
    return listModels(await this.requests.admit(request, keyOf(request)), this.prices);
  }
}

function keyOf(request: IncomingMessage): string | undefined {
  if (sendsGeminiKey(request)) return geminiKeyOf(request);
  return sendsVersion(request) ? messagesKeyOf(request) : bearerOf(request);
}

/** Under the prefixes of the messages format it is always that format. */
@Controller(['alt/v1/models', 'anthropic/v1/models'])
export class MessagesModelsController {
  constructor(
    private readonly requests: KeyRequests,
    private readonly prices: PriceList,
  ) {}

  @Get()
  async list(@Req() { raw }: FastifyRequest, @Query() query: PageQuery) {
    return messagesList(await this.modelsOf(raw), query);
  }

  @Get('*')
  async find(@Param('*') id: string, @Req() { raw }: FastifyRequest) {
    return messagesModel(findModel(await this.modelsOf(raw), id));
  }

  private async modelsOf(request: IncomingMessage): Promise<readonly ListedModel[]> {
    checkVersion(request);
    return listModels(await this.requests.admit(request, messagesKeyOf(request)), this.prices);
  }
}

const render = (model: ListedModel): ModelEntry => ({
  id: model.id,
  object: 'model',
  created: CREATED_UNKNOWN,
  owned_by: model.ownedBy,
  gw: {
    sandbox: model.isSandbox,
    context_tokens: model.contextTokens,
    max_output_tokens: model.outputTokensMax,
  },
});

function messagesList(models: readonly ListedModel[], query: PageQuery): object {
  const { items, hasMore } = pageOf(models, query);
  return {
    data: items.map(messagesModel),
    has_more: hasMore,
    first_id: items[0]?.id ?? null,
    last_id: items.at(-1)?.id ?? null,
  };
}

const messagesModel = ({ id }: ListedModel): object => ({
  type: 'model',
  id,
  display_name: id,
  created_at: new Date(CREATED_UNKNOWN).toISOString(),
});
