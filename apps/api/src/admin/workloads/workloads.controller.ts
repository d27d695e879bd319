import { Body, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import { Clock, problem, type WorkloadId } from '#kernel';
import type { Actor } from '#members';
import { LimitsInForce } from '#metering';
import { DatabaseDirectory, loosenedWorkload, WorkloadDto, type OrganisationDto } from '#workloads';
import { AdminController, Allow, Caller, IfMatch, reachIn } from '../http/allow.js';
import { ListQuery, pageOf, readCursor, type Page } from '../http/page.js';
import { AnswersPage, Settings } from '../openapi/describe.js';
import { PLAYGROUND_NAME } from '../playground/playground-path.js';
import { expectMayLoosen } from '../settings/expect-may-loosen.js';
import { expectOwnGrants } from '../settings/own-grants.js';
import {
  expectOwnLimits,
  expectRoomForOwn,
  isAdministrator,
  withBudget,
} from '../settings/own-limits.js';
import { SettingsDesk, type Shown } from '../settings/settings-desk.js';
import { EffectiveView, effectiveView } from './effective.js';
import { CloneDto, WorkloadView, workloadView } from './workload.dto.js';

/** Workloads: each with its keys, limits, models and policy. Members see and change their own. */
@ApiTags('Workloads')
@AdminController('workloads')
export class WorkloadsController {
  constructor(
    private readonly desk: SettingsDesk,
    private readonly directory: DatabaseDirectory,
    private readonly limits: LimitsInForce,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Allow('workload:read')
  @AnswersPage(WorkloadView)
  async list(@Caller() actor: Actor, @Query() query: ListQuery): Promise<Page<WorkloadView>> {
    const [after = ''] = readCursor(query.cursor, 1) ?? [];
    const visible = (await this.visible(actor)).map(workloadView);
    const behind = visible.filter(({ name }) => name > after);
    return pageOf(behind, query.limit, ({ name }) => [name]);
  }

  @Get(':id')
  @Allow('workload:read')
  @ApiOkResponse({ type: WorkloadView })
  async read(@Caller() actor: Actor, @Param('id') id: string): Promise<WorkloadView> {
    return workloadView(await this.find(actor, id));
  }

  /** Each limit in force, where it comes from, and how far it is used. */
  @Get(':id/effective')
  @Allow('workload:read')
  @ApiOkResponse({ type: EffectiveView })
  async effective(@Caller() actor: Actor, @Param('id') id: string): Promise<EffectiveView> {
    const { stored } = await this.find(actor, id);
    const workload = await this.directory.findOrRefresh(() =>
      this.directory.workloadOf(actor.organisationId, id as WorkloadId),
    );
    const organisation = this.directory.organisation(actor.organisationId);
    if (!organisation || !workload) throw problem('not_found');
    const spender = { organisation, workload };
    return effectiveView(
      spender,
      stored.settings,
      await this.limits.of(spender, this.clock.nowMs()),
    );
  }

  @Post()
  @Allow('workload:manage')
  @ApiBody({ type: WorkloadDto })
  @ApiCreatedResponse({ type: WorkloadView })
  async create(@Caller() actor: Actor, @Settings() wanted: object): Promise<WorkloadView> {
    const all = await this.desk.list(actor, 'workload');
    expectRoomForOwn(actor, all.filter((one) => isOf(actor, one)).length);
    const given = withBudget(actor, wanted);
    return this.desk.create(actor, 'workload', given, workloadView, await this.expect(actor));
  }

  /** Another one with the same settings, and without keys. */
  @Post(':id/clone')
  @Allow('workload:manage')
  @ApiCreatedResponse({ type: WorkloadView })
  async clone(
    @Caller() actor: Actor,
    @Param('id') id: string,
    @Body() { name }: CloneDto,
  ): Promise<WorkloadView> {
    const { stored } = await this.find(actor, id);
    return this.create(actor, { ...stored.settings, name });
  }

  /** A merge patch (RFC 7396) of the settings; null sets a member back to its default. */
  @Patch(':id')
  @Allow('workload:manage')
  @ApiBody({ type: WorkloadDto })
  @ApiOkResponse({ type: WorkloadView })
  async update(
    @Caller() actor: Actor,
    @Param('id') id: string,
    @IfMatch() version: number,
    @Settings() patch: object,
  ): Promise<WorkloadView> {
    await this.find(actor, id);
    const expect = await this.expect(actor);
    return this.desk.update(actor, 'workload', { id, version, patch, view: workloadView, expect });
  }

  /** With all of its keys. What it spent stays in the ledger, and its calls in the log. */
  @Delete(':id')
  @HttpCode(204)
  @Allow('workload:manage')
  @ApiNoContentResponse()
  async remove(@Caller() actor: Actor, @Param('id') id: string): Promise<void> {
    await this.find(actor, id);
    await this.desk.remove(actor, 'workload', id);
  }

  /** Settings of the actor's own workloads. */
  private async ownOf(actor: Actor): Promise<readonly object[]> {
    const all = await this.desk.list(actor, 'workload');
    return all.filter((one) => isOf(actor, one)).map((one) => one.stored.settings);
  }

  private async visible(actor: Actor): Promise<readonly Shown[]> {
    const all = await this.desk.list(actor, 'workload');
    const isOwn = reachIn(actor, 'workload:read') === 'own';
    return isOwn ? all.filter((one) => isOf(actor, one)) : all;
  }

  /** @throws not_found */
  private async find(actor: Actor, id: string): Promise<Shown> {
    const found = (await this.visible(actor)).find(({ stored }) => stored.id === id);
    if (!found) throw problem('not_found');
    return found;
  }

  /** Whoever protects less than the organisation does may decide that. */
  private async expect(actor: Actor) {
    const { stored } = await this.desk.find(actor, 'organisation', actor.organisationId);
    const organisation = stored.settings as OrganisationDto;
    const own = isAdministrator(actor) ? [] : await this.ownOf(actor);
    return (before: object | null, after: object): void => {
      expectOwnName(actor, after as WorkloadDto);
      expectOwnLimits(actor, before, after);
      expectOwnGrants(actor, own, after);
      expectMayLoosen(actor, loosenedWorkload(before, after, organisation));
    };
  }
}

const isOf = ({ memberId }: Actor, { stored }: Shown): boolean => stored.ownerId === memberId;

/** Who owned the one that everybody tries things out on would see their calls. @throws permission_missing */
function expectOwnName(actor: Actor, { name }: Pick<WorkloadDto, 'name'>): void {
  if (name !== PLAYGROUND_NAME || reachIn(actor, 'workload:manage') === 'all') return;
  throw problem('permission_missing', { detail: `The workload ${name} is everybody's.` });
}
