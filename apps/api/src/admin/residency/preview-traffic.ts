import { Injectable } from '@nestjs/common';
import type { Organisation } from '#call';
import { readTraffic } from '#insight';
import { Clock, type WorkloadId } from '#kernel';
import type { Actor } from '#members';
import { Database } from '#platform';
import { affectedTraffic, type AffectedTraffic } from '#routing';
import { DatabaseDirectory } from '#workloads';
import { OwnWorkloads } from '../audit/own-workloads.js';
import type { PreviewTrafficView } from './residency.dto.js';

const DAYS = 7;
const DAY_MS = 24 * 3_600_000;
const AFFECTED_MAX = 200;

/** The calls of the last days, by another residency policy than they were made under. */
@Injectable()
export class PreviewTraffic {
  constructor(
    private readonly database: Database,
    private readonly directory: DatabaseDirectory,
    private readonly own: OwnWorkloads,
    private readonly clock: Clock,
  ) {}

  /** @param workload whose calls alone count */
  async of(
    actor: Actor,
    policies: { readonly before: Organisation; readonly after: Organisation },
    workload: string | undefined,
  ): Promise<PreviewTrafficView> {
    const { organisationId } = actor;
    const nowMs = this.clock.nowMs();
    const [from, to] = [new Date(nowMs - DAYS * DAY_MS), new Date(nowMs)];
    const workloads = await this.own.of(actor, 'usage:read');
    const { requests, groups } = await readTraffic(this.database, organisationId, {
      from,
      to,
      ...(workloads && { workloads }),
      ...(workload !== undefined && { workload }),
    });
    const workloadOf = (id: string) =>
      this.directory.workloadOf(organisationId, id as WorkloadId) ?? undefined;
    const affected = affectedTraffic({ ...policies, workloadOf, nowMs }, groups);
    const sum = (effect: AffectedTraffic['effect']) =>
      affected.reduce((all, one) => all + (one.effect === effect ? one.requests : 0), 0);
    return {
      from,
      to,
      requests,
      refused: sum('refused'),
      reported: sum('reported'),
      admitted: sum('admitted'),
      affected: affected.slice(0, AFFECTED_MAX).map((one) => ({
        workload_id: one.workloadId,
        workload: workloadOf(one.workloadId)?.name ?? '',
        model: one.model,
        requests: one.requests,
        effect: one.effect,
        verdict: one.verdict,
        aliases: [...one.aliases],
      })),
    };
  }
}
