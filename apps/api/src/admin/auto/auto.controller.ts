import { Body, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { PriceList } from '#call';
import { readAutoCalls } from '#insight';
import { Clock, problem } from '#kernel';
import type { Actor } from '#members';
import { SettingsEditor } from '#operations';
import { Database } from '#platform';
import { replayAuto } from '#routing';
import { buildAuto, type OrganisationDto } from '#workloads';
import { AdminController, Allow, Caller } from '../http/allow.js';
import { mergePatch } from '../http/merge-patch.js';
import { Spenders } from '../settings/spenders.js';
import { AutoReplayDto, AutoReplayView, replayView } from './auto.dto.js';
import { pastCallOf } from './past-call.js';

const DAY_MS = 86_400_000;
/** Looked at in a fraction of a second. */
const CALLS_MAX = 5_000;

/** What a policy of `gw/auto` would do, before it is in force. */
@ApiTags('Routing')
@AdminController('auto')
export class AutoController {
  constructor(
    private readonly spenders: Spenders,
    private readonly prices: PriceList,
    private readonly editor: SettingsEditor,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Which models the calls to `gw/auto` of the last days would have taken by a wanted policy, and what they would
   * have cost there for as many tokens. Nothing is changed.
   */
  @Post('replay')
  @HttpCode(200)
  @Allow('config:read')
  @ApiOkResponse({ type: AutoReplayView })
  async replay(@Caller() actor: Actor, @Body() asked: AutoReplayDto): Promise<AutoReplayView> {
    const organisation = this.spenders.organisation(actor);
    const { organisationId } = actor;
    const { after } = await this.editor.check(
      this.database,
      organisationId,
      { kind: 'organisation', id: organisationId },
      (settings) => mergePatch(settings, { auto: asked.auto }) as object,
    );
    const policy = buildAuto((after as OrganisationDto).auto);
    if (!policy) throw problem('invalid', { errors: [{ path: 'auto', message: 'is missing' }] });
    const from = new Date(this.clock.nowMs() - asked.days * DAY_MS);
    const entries = await readAutoCalls(this.database, organisationId, { from, limit: CALLS_MAX });
    const calls = entries.flatMap(pastCallOf);
    return replayView(replayAuto(organisation, policy, calls, this.prices), organisation.currency);
  }
}
