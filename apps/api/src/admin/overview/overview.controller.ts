import { Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Directory } from '#call';
import { listCalls, readCourse, readSpend, readTotal, type UsageSums } from '#insight';
import { Clock, type OrganisationId } from '#kernel';
import type { Actor } from '#members';
import { limitUses } from '#metering';
import { Database } from '#platform';
import { rowView } from '../audit/audit-views.js';
import { OwnWorkloads } from '../audit/own-workloads.js';
import { AdminController, Allow, Caller } from '../http/allow.js';
import { SharedReads } from '../http/shared-reads.js';
import { costOf } from '../usage/usage-views.js';
import { limitViews } from './limit-views.js';
import { Notices } from './notices.js';
import { OverviewQuery, OverviewView, type OverviewRange } from './overview.dto.js';

const HOUR_MS = 3_600_000;
const HOURS: Readonly<Record<OverviewRange, number>> = {
  '24h': 24,
  '7d': 7 * 24,
  '30d': 30 * 24,
  '90d': 90 * 24,
};
const NEWEST = 8;

/** The first page of the Console. Members see their own workloads. */
@ApiTags('Overview')
@AdminController('overview')
export class OverviewController {
  private readonly shared = new SharedReads<OverviewView>();

  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly notices: Notices,
    private readonly own: OwnWorkloads,
    private readonly clock: Clock,
  ) {}

  /** What was spent and called, what is close to its limit, the newest calls, and what to look at. */
  @Get()
  @Allow('usage:read')
  @ApiOkResponse({ type: OverviewView })
  async read(@Caller() actor: Actor, @Query() { range }: OverviewQuery): Promise<OverviewView> {
    const { organisationId } = actor;
    const workloads = await this.own.of(actor, 'usage:read');
    return this.shared.read({ organisationId, workloads, range }, () =>
      this.readAnew(organisationId, workloads, range),
    );
  }

  private async readAnew(
    organisationId: OrganisationId,
    workloads: readonly string[] | undefined,
    range: OverviewRange,
  ): Promise<OverviewView> {
    const { database } = this;
    const now = new Date(this.clock.nowMs());
    // The hour that runs counts, and as many before it.
    const to = new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
    const length = HOURS[range] * HOUR_MS;
    const from = new Date(to.getTime() - length);
    const seen = workloads ? { workloads } : {};
    const asked = { ...seen, from, to };
    const before = { ...seen, from: new Date(from.getTime() - length), to: from };
    const interval = range === '24h' ? 'hour' : 'day';
    const limits = limitViews(await this.limits(organisationId, workloads));
    const [{ total, points }, previous, spend, newest, notices] = await Promise.all([
      readCourse(database, organisationId, asked, interval),
      readTotal(database, organisationId, before, 'first'),
      readSpend(database, organisationId, asked, interval, 'provider'),
      listCalls(database, organisationId, seen, { limit: NEWEST, now }),
      this.notices.of(organisationId, limits, workloads === undefined),
    ]);
    return {
      range,
      from,
      to,
      currency: this.directory.organisation(organisationId)?.currency ?? '',
      interval,
      total: totalView(total),
      previous: totalView(previous),
      series: points.map((point) => ({
        at: point.at,
        cost: costOf(point.nano),
        requests: point.requests,
        protected: point.protected,
        refused: point.refused,
        ttft_p95_ms: point.firstP95,
      })),
      spend_by_provider: spend.map(({ at, group, nano }) => ({
        at,
        provider: group,
        cost: costOf(nano),
      })),
      limits,
      newest: newest.map(rowView),
      notices,
    };
  }

  private async limits(organisationId: OrganisationId, workloads: readonly string[] | undefined) {
    const spenders = [...this.directory.spenders()].filter(
      ({ organisation, workload }) =>
        organisation.id === organisationId &&
        (workloads === undefined || workloads.includes(workload.id)),
    );
    const uses = await limitUses(this.database, spenders, this.clock.nowMs());
    return workloads === undefined ? uses : uses.filter(({ workload }) => workload !== null);
  }
}

const totalView = (sums: UsageSums): OverviewView['total'] => ({
  requests: sums.requests,
  refused: sums.refused,
  failed: sums.failed,
  tokens: sums.tokensIn + sums.tokensOut,
  cost: costOf(sums.nano),
  protected: sums.protected,
  ttft_p95_ms: sums.firstP95,
});
