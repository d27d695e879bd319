import { Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Directory } from '#call';
import { ResponseCache } from '#content';
import { readCacheUse } from '#insight';
import { Clock, formatNano } from '#kernel';
import type { Actor } from '#members';
import { Database } from '#platform';
import { OwnWorkloads } from '../audit/own-workloads.js';
import { AdminLog } from '../http/admin-log.js';
import { AdminController, Allow, Caller } from '../http/allow.js';
import { CacheView, PurgedView } from './cache.dto.js';

const DAY_MS = 24 * 3_600_000;
const DAYS = 30;

/** Answers that are kept for equal requests. The switch is a setting of the organisation, `response_cache`. */
@ApiTags('Cache')
@AdminController('cache')
export class CacheController {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly cache: ResponseCache,
    private readonly own: OwnWorkloads,
    private readonly log: AdminLog,
    private readonly clock: Clock,
  ) {}

  /** What it holds now, and how often it answered; members, how often their own workloads. As old as sealing: a few seconds. */
  @Get()
  @Allow('organisation:read')
  @ApiOkResponse({ type: CacheView })
  async read(@Caller() actor: Actor): Promise<CacheView> {
    const { organisationId } = actor;
    const to = new Date(this.clock.nowMs());
    const workloads = await this.own.of(actor, 'usage:read');
    const range = {
      from: new Date(to.getTime() - DAYS * DAY_MS),
      to,
      ...(workloads && { workloads }),
    };
    const [size, days] = await Promise.all([
      this.cache.sizeOf(organisationId),
      readCacheUse(this.database, organisationId, range),
    ]);
    const sum = (of: 'answered' | 'hits') => days.reduce((all, day) => all + day[of], 0);
    const organisation = this.directory.organisation(organisationId);
    return {
      in_force: organisation?.isCaching ?? false,
      kept_in: this.cache.keptIn,
      ...size,
      answered: sum('answered'),
      hits: sum('hits'),
      saved: formatNano(days.reduce((all, { savedNano }) => all + BigInt(savedNano), 0n)),
      currency: organisation?.currency ?? '',
      days: days.map(({ at, answered, hits, savedNano }) => ({
        at,
        answered,
        hits,
        saved: formatNano(BigInt(savedNano)),
      })),
    };
  }

  /** Deletes every answer, and makes another key: what is on its way under the old one is found by nobody. */
  @Post('purge')
  @HttpCode(200)
  @Allow('organisation:update')
  @ApiOkResponse({ type: PurgedView })
  async purge(@Caller() actor: Actor): Promise<PurgedView> {
    const purged = await this.log.change(actor, 'cache.purge', async (_manager, tx) => {
      const purged = await this.cache.purge(tx, actor.organisationId);
      const target = `organisation ${actor.organisationId}`;
      return { result: { purged }, target, answer: { purged } };
    });
    this.cache.forget(actor.organisationId);
    return purged;
  }
}
