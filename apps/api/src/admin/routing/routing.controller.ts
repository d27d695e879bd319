import { Body, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { PriceList, type Endpoint } from '#call';
import { Clock } from '#kernel';
import type { Actor } from '#members';
import { SettingsEditor } from '#operations';
import { Database } from '#platform';
import { ProviderHealth, servesOperation, speaksFormat } from '#providers';
import { catalogueOf, explainRoute } from '#routing';
import { buildPolicy, loosenedOrganisation, type OrganisationDto } from '#workloads';
import { AdminController, Allow, Caller } from '../http/allow.js';
import { mergePatch } from '../http/merge-patch.js';
import { Spenders } from '../settings/spenders.js';
import {
  ExplainDto,
  ResidencyPreviewDto,
  ResidencyPreviewView,
  RouteView,
  routeView,
} from './routing.dto.js';

const CHANGED_MAX = 1_000;

/** What would become of a request. Nothing is sent, and nothing is changed. */
@ApiTags('Routing')
@AdminController('')
export class RoutingController {
  constructor(
    private readonly spenders: Spenders,
    private readonly health: ProviderHealth,
    private readonly prices: PriceList,
    private readonly editor: SettingsEditor,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Where a request would go, and why. Where an alias draws, its first target is taken as drawn. */
  @Post('route/explain')
  @HttpCode(200)
  @Allow('alias:read')
  @ApiOkResponse({ type: RouteView })
  async explain(@Caller() actor: Actor, @Body() asked: ExplainDto): Promise<RouteView> {
    const organisation = this.spenders.organisation(actor);
    const workload = await this.spenders.workload(actor, asked.workload_id);
    const { model, operation, format, stored: usesStored } = asked;
    const request = { model, operation, format, usesStored, nowMs: this.clock.nowMs() };
    const nowMs = this.clock.monotonicMs();
    return routeView(
      explainRoute({ organisation, workload }, request, {
        serves: servesOperation,
        speaks: speaksFormat,
        isServing: (endpoint: Endpoint) =>
          this.health.of(organisation.id, endpoint).isServing(nowMs),
      }),
    );
  }

  /** Which models a wanted residency policy would take away, and which it would bring. */
  @Post('residency/preview')
  @HttpCode(200)
  @Allow('model:read')
  @ApiOkResponse({ type: ResidencyPreviewView })
  async preview(
    @Caller() actor: Actor,
    @Body() asked: ResidencyPreviewDto,
  ): Promise<ResidencyPreviewView> {
    const organisation = this.spenders.organisation(actor);
    const workload =
      asked.workload_id === undefined
        ? null
        : await this.spenders.workload(actor, asked.workload_id);
    const { organisationId } = actor;
    const { before, after } = await this.editor.check(
      this.database,
      organisationId,
      { kind: 'organisation', id: organisationId },
      (settings) => mergePatch(settings, { residency: asked.residency }) as object,
    );
    const wanted = {
      ...organisation,
      residency: buildPolicy((after as OrganisationDto).residency),
    };
    const nowMs = this.clock.nowMs();
    const now = catalogueOf({ organisation, workload }, this.prices, nowMs);
    const then = new Map(
      catalogueOf({ organisation: wanted, workload }, this.prices, nowMs).map((one) => [
        one.id,
        one,
      ]),
    );
    const models = now.map((one) => ({
      id: one.id,
      reachable_before: !one.isBlocked,
      reachable_after: then.get(one.id)?.isBlocked === false,
      verdict: then.get(one.id)?.residency ?? null,
    }));
    return {
      reachable_before: models.filter((one) => one.reachable_before).length,
      reachable_after: models.filter((one) => one.reachable_after).length,
      loosens: [...loosenedOrganisation(before as OrganisationDto, after as OrganisationDto)],
      changed: models
        .filter((one) => one.reachable_before !== one.reachable_after)
        .slice(0, CHANGED_MAX),
    };
  }
}
