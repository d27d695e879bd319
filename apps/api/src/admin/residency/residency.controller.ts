import { Body, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { PriceList } from '#call';
import { Clock } from '#kernel';
import type { Actor } from '#members';
import { SettingsEditor } from '#operations';
import { Database } from '#platform';
import { catalogueOf } from '#routing';
import { buildPolicy, loosenedOrganisation, type OrganisationDto } from '#workloads';
import { AdminController, Allow, Caller } from '../http/allow.js';
import { mergePatch } from '../http/merge-patch.js';
import { Spenders } from '../settings/spenders.js';
import { PreviewTraffic } from './preview-traffic.js';
import { countsOf, moved, reachByProvider } from './reach.js';
import { ResidencyPreviewDto, ResidencyPreviewView } from './residency.dto.js';

const CHANGED_MAX = 1_000;

/** What a policy would do, before it is in force. */
@ApiTags('Routing')
@AdminController('residency')
export class ResidencyController {
  constructor(
    private readonly spenders: Spenders,
    private readonly prices: PriceList,
    private readonly editor: SettingsEditor,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly traffic: PreviewTraffic,
  ) {}

  /**
   * Which models a wanted residency policy would take away, which it would bring, and which calls of the last
   * seven days it would have refused. Nothing is changed.
   */
  @Post('preview')
  @HttpCode(200)
  @Allow('model:read')
  @ApiOkResponse({ type: ResidencyPreviewView })
  async preview(
    @Caller() actor: Actor,
    @Body() asked: ResidencyPreviewDto,
  ): Promise<ResidencyPreviewView> {
    const { workload_id: id } = asked;
    const workload = id === undefined ? null : await this.spenders.workload(actor, id);
    const organisation = this.spenders.organisation(actor);
    const { organisationId } = actor;
    const { before, after } = await this.editor.check(
      this.database,
      organisationId,
      { kind: 'organisation', id: organisationId },
      (settings) => mergePatch(settings, { residency: asked.residency }) as object,
    );
    const residency = buildPolicy((after as OrganisationDto).residency);
    const wanted = { ...organisation, residency };
    const nowMs = this.clock.nowMs();
    const models = moved(
      catalogueOf({ organisation, workload }, this.prices, nowMs),
      catalogueOf({ organisation: wanted, workload }, this.prices, nowMs),
    );
    return {
      ...countsOf(models),
      loosens: [...loosenedOrganisation(before as OrganisationDto, after as OrganisationDto)],
      changed: models
        .filter((one) => one.reachable_before !== one.reachable_after)
        .slice(0, CHANGED_MAX)
        .map(({ provider: _provider, zone: _zone, ...view }) => view),
      providers: reachByProvider(models),
      traffic: await this.traffic.of(actor, { before: organisation, after: wanted }, id),
    };
  }
}
