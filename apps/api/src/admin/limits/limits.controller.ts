import { Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Directory, type Spender } from '#call';
import { Clock, formatNano } from '#kernel';
import type { Actor } from '#members';
import { limitUses, type LimitUse } from '#metering';
import { Database } from '#platform';
import { OwnWorkloads } from '../audit/own-workloads.js';
import { AdminController, Allow, Caller } from '../http/allow.js';
import { limitView } from '../overview/limit-views.js';
import { LimitsQuery, LimitsView } from './limits.dto.js';

type Bound = LimitsView['workloads'][number];

/** What money may be spent, by whom, and which limit stops them first. */
@ApiTags('Limits')
@AdminController('limits')
export class LimitsController {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly own: OwnWorkloads,
    private readonly clock: Clock,
  ) {}

  /** Members see their own workloads, and of the organisation which of its limits binds them. */
  @Get()
  @Allow('usage:read')
  @ApiOkResponse({ type: LimitsView })
  async read(@Caller() actor: Actor, @Query() { limit }: LimitsQuery): Promise<LimitsView> {
    const { organisationId } = actor;
    const seen = await this.own.of(actor, 'usage:read');
    const spenders = [...this.directory.spenders()].filter(
      ({ organisation, workload }) =>
        organisation.id === organisationId && (seen === undefined || seen.includes(workload.id)),
    );
    const uses = await limitUses(this.database, spenders, this.clock.nowMs());
    const shared = uses.filter(({ workload }) => workload === null);
    const workloads = spenders
      .map((spender) => boundOf(spender, uses, shared))
      .toSorted((a, b) => (b.share ?? -1) - (a.share ?? -1));
    return {
      currency: this.directory.organisation(organisationId)?.currency ?? '',
      organisation: seen === undefined ? shared.map(limitView) : [],
      workloads: workloads.slice(0, limit),
      has_more: workloads.length > limit,
    };
  }
}

/** Shared limits bind whoever has no less left of their own. */
function boundOf(
  { workload }: Spender,
  uses: readonly LimitUse[],
  shared: readonly LimitUse[],
): Bound {
  const budget = uses.find((use) => use.workload?.id === workload.id);
  const [binding] = [...(budget ? [budget] : []), ...shared].toSorted((a, b) =>
    leftOf(a) < leftOf(b) ? -1 : leftOf(a) > leftOf(b) ? 1 : 0,
  );
  const left = binding && leftOf(binding);
  return {
    workload_id: workload.id,
    workload_name: workload.name,
    binding: binding?.limit ?? null,
    left: left === undefined ? null : formatNano(left > 0n ? left : 0n),
    share: binding ? limitView(binding).share : null,
    budget: budget ? limitView(budget) : null,
  };
}

const leftOf = ({ limitNano, spentNano, heldNano }: LimitUse): bigint =>
  limitNano - spentNano - heldNano;
