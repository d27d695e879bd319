import type { IncomingMessage } from 'node:http';
import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { KeyPrincipal } from '#call';
import type { ModelEntry } from '#contract';
import { ReachableModels, type ListedModel } from '#routing';
import { keyOf, messagesKeyOf } from '../../http/caller-key.js';
import { KeyRequests } from '../../http/key-requests.js';
import { spokenFormatOf } from '../../http/spoken-format.js';
import { geminiList, geminiModel, type GeminiListQuery } from '../gemini/model-list.js';
import { checkVersion } from '../messages/messages-head.js';
import { findModel } from './find-model.js';
import { pageOf, type PageQuery } from './pages.js';

/** Providers do not tell when their models were released; the format wants a number all the same. */
const CREATED_UNKNOWN = 0;

/** The models of a key, in the format that the client speaks. */
@Controller('v1/models')
export class ModelsController {
  constructor(
    private readonly requests: KeyRequests,
    private readonly reachable: ReachableModels,
  ) {}

  @Get()
  async list(@Req() { raw }: FastifyRequest, @Query() query: PageQuery & GeminiListQuery) {
    const models = this.reachable.listFor(await this.admit(raw));
    switch (spokenFormatOf(raw)) {
      case 'gemini':
        return geminiList(models, query);
      case 'messages':
        return messagesList(models, query);
      case 'chat':
        return { object: 'list', data: models.map(render) };
    }
  }

  /** Ids hold a slash, so the rest of the path is the id. */
  @Get('*')
  async find(@Param('*') id: string, @Req() { raw }: FastifyRequest) {
    const format = spokenFormatOf(raw);
    return MODEL_AS[format](findModel(await this.admit(raw), this.reachable, id, format));
  }

  private admit(request: IncomingMessage): Promise<KeyPrincipal> {
    checkVersion(request);
    return this.requests.admit(request, keyOf(request));
  }
}

/** Under the prefixes of the messages format it is always that format. */
@Controller(['alt/v1/models', 'anthropic/v1/models'])
export class MessagesModelsController {
  constructor(
    private readonly requests: KeyRequests,
    private readonly reachable: ReachableModels,
  ) {}

  @Get()
  async list(@Req() { raw }: FastifyRequest, @Query() query: PageQuery) {
    return messagesList(this.reachable.listFor(await this.admit(raw)), query);
  }

  @Get('*')
  async find(@Param('*') id: string, @Req() { raw }: FastifyRequest) {
    return messagesModel(findModel(await this.admit(raw), this.reachable, id, 'messages'));
  }

  private admit(request: IncomingMessage): Promise<KeyPrincipal> {
    checkVersion(request);
    return this.requests.admit(request, messagesKeyOf(request));
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
    takes: model.takes,
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

const messagesModel = ({ id, contextTokens, outputTokensMax }: ListedModel): object => ({
  type: 'model',
  id,
  display_name: id,
  created_at: new Date(CREATED_UNKNOWN).toISOString(),
  ...(contextTokens !== null && { max_input_tokens: contextTokens }),
  ...(outputTokensMax !== null && { max_tokens: outputTokensMax }),
});

const MODEL_AS = { chat: render, messages: messagesModel, gemini: geminiModel };
