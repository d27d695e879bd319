import { Body, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  Dispatcher,
  isLocal,
  LocalModels,
  PriceList,
  RequestJudge,
  type Endpoint,
  type RequestReading,
} from '#call';
import { Cancellation, Clock } from '#kernel';
import type { Actor } from '#members';
import { ProviderHealth, speaksFormat } from '#providers';
import { explainRoute } from '#routing';
import { cutSegments } from '#wire';
import { AdminController, Allow, Caller } from '../http/allow.js';
import { Spenders } from '../settings/spenders.js';
import { ExplainDto, RouteView, routeView } from './routing.dto.js';

const CHARACTERS_PER_TOKEN = 4; // As the estimate of any prompt.

/** What would become of a request. Nothing is sent, and nothing is changed. */
@ApiTags('Routing')
@AdminController('')
export class RoutingController {
  constructor(
    private readonly spenders: Spenders,
    private readonly health: ProviderHealth,
    private readonly judge: RequestJudge,
    private readonly localModels: LocalModels,
    private readonly prices: PriceList,
    private readonly dispatcher: Dispatcher,
    private readonly clock: Clock,
  ) {}

  /** Where a request would go, and why. Where an alias draws, its first target is taken as drawn. */
  @Post('route/explain')
  @HttpCode(200)
  @Allow('alias:read')
  @ApiOkResponse({ type: RouteView })
  async explain(@Caller() actor: Actor, @Body() asked: ExplainDto): Promise<RouteView> {
    const workload = await this.spenders.workload(actor, asked.workload_id);
    const organisation = this.spenders.organisation(actor);
    const { model, operation, format, stored: usesStored, text = '' } = asked;
    const request = {
      model,
      operation,
      format,
      usesStored,
      reading: await this.read(text),
      promptTokens: Math.ceil(text.length / CHARACTERS_PER_TOKEN),
      nowMs: this.clock.nowMs(),
    };
    const nowMs = this.clock.monotonicMs();
    return routeView(
      explainRoute({ organisation, workload }, request, {
        serves: (kind, family) => this.dispatcher.serves(kind, family),
        speaks: speaksFormat,
        prices: this.prices,
        isServing: (endpoint: Endpoint) =>
          isLocal(endpoint)
            ? this.localModels.isReady(endpoint.model?.id ?? '')
            : this.health.of(organisation.id, endpoint).isServing(nowMs),
      }),
    );
  }

  private async read(text: string): Promise<RequestReading | null> {
    if (text.trim() === '') return null;
    const segments = { request: text, attachments: [], previous: '', system: '' };
    return this.judge.judge(cutSegments(segments), new Cancellation());
  }
}
