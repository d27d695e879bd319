import { Controller, Get, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Authenticator, RequestRate } from '#auth';
import { PriceList, type KeyPrincipal } from '#call';
import type { ModelEntry } from '#contract';
import { refuse } from '#kernel';
import { listModels, type ListedModel } from '#routing';
import { addressOf } from '../../http/address-of.js';
import { bearerOf } from '../../http/bearer.js';

/** Providers do not tell when their models were released; the format wants a number all the same. */
const CREATED_UNKNOWN = 0;

@Controller('v1/models')
export class ModelsController {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly rate: RequestRate,
    private readonly prices: PriceList,
  ) {}

  @Get()
  async list(@Req() request: FastifyRequest) {
    const principal = await this.principalOf(request);
    return { object: 'list', data: listModels(principal, this.prices).map(render) };
  }

  /** Ids hold a slash, so the rest of the path is the id. */
  @Get('*')
  async find(@Param('*') id: string, @Req() request: FastifyRequest) {
    const principal = await this.principalOf(request);
    const found = listModels(principal, this.prices).find((model) => model.id === id);
    if (!found) {
      throw refuse('model_unknown', {
        param: 'model',
        message: 'No such model, or not reachable with this key.',
      });
    }
    return render(found);
  }

  /** Counted like every request with a key. @throws rate_limited, and all that `authenticate` throws */
  private async principalOf({ raw }: FastifyRequest): Promise<KeyPrincipal> {
    const principal = await this.authenticator.authenticate(bearerOf(raw), addressOf(raw));
    this.rate.count(principal.workload);
    return principal;
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
