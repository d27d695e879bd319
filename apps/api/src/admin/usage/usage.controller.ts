import { Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Directory } from '#call';
import { namesOf, readCourses, readTotal, readUsage, type UsageAsked } from '#insight';
import { Clock, problem } from '#kernel';
import type { Actor } from '#members';
import { Database } from '#platform';
import { AdminController, Allow, Caller } from '../http/allow.js';
import { writeCsv } from '../http/write-csv.js';
import { seriesOf } from '../audit/audit.controller.js';
import { OwnWorkloads } from '../audit/own-workloads.js';
import { costOf, sumsView, USAGE_COLUMNS } from './usage-views.js';
import { UsageExportQuery, UsageQuery, UsageView } from './usage.dto.js';

const DAY_MS = 24 * 3_600_000;
const DAYS = 30;
const HOURLY_DAYS = 3; // Beyond that a course by the hour is no picture for people.
const DAYS_MAX = 3_660; // Ten years.

/** What calls used and cost. Members see their own workloads. */
@ApiTags('Usage')
@AdminController('usage')
export class UsageController {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly own: OwnWorkloads,
    private readonly clock: Clock,
  ) {}

  /** Sums by groups, their course, and the same of the time before. As old as sealing: a few seconds. */
  @Get()
  @Allow('usage:read')
  @ApiOkResponse({ type: UsageView })
  async read(@Caller() actor: Actor, @Query() query: UsageQuery): Promise<UsageView> {
    const { organisationId } = actor;
    const asked = await this.asked(actor, query);
    const { from, to } = asked;
    const days = (to.getTime() - from.getTime()) / DAY_MS;
    const interval = query.interval ?? (days > HOURLY_DAYS ? 'day' : 'hour');
    const before = { ...asked, from: new Date(2 * from.getTime() - to.getTime()), to: from };
    const [{ total, groups }, previous] = await Promise.all([
      readUsage(this.database, organisationId, asked, query.group_by),
      readTotal(this.database, organisationId, before),
    ]);
    const told = { by: query.group_by, groups: groups.map(({ group }) => group) };
    const [names, course] = await Promise.all([
      namesOf(this.database, organisationId, told.groups),
      readCourses(this.database, organisationId, asked, interval, told),
    ]);
    return {
      from,
      to,
      group_by: query.group_by,
      interval,
      currency: this.directory.organisation(organisationId)?.currency ?? '',
      total: sumsView(total),
      previous: sumsView(previous),
      groups: groups.map(({ group, ...sums }) => ({
        group,
        name: names.get(group) ?? null,
        ...sumsView(sums),
      })),
      series: course.map(({ at, group, requests, refused, tokens, nano }) => ({
        at,
        group,
        requests,
        refused,
        tokens,
        cost: costOf(nano),
      })),
    };
  }

  /** The sums by groups, to be kept: CSV (RFC 4180) or JSON. */
  @Get('export')
  @Allow('usage:read')
  @ApiProduces('text/csv', 'application/json')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async export(
    @Caller() actor: Actor,
    @Query() query: UsageExportQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { series: _series, previous: _previous, ...usage } = await this.read(actor, query);
    const isCsv = query.format === 'csv';
    const name = `usage-${usage.from.toISOString().slice(0, 10)}-${query.group_by}.${query.format}`;
    void reply
      .headers({
        'content-type': isCsv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="${name}"`,
      })
      .send(isCsv ? writeCsv(USAGE_COLUMNS, usage.groups) : `${JSON.stringify(usage, null, 2)}\n`);
  }

  /** @throws invalid */
  private async asked(actor: Actor, query: UsageQuery): Promise<UsageAsked> {
    const to = query.to ?? new Date(this.clock.nowMs());
    const from = query.from ?? new Date(to.getTime() - DAYS * DAY_MS);
    const days = (to.getTime() - from.getTime()) / DAY_MS;
    const isTooMany =
      query.interval === 'hour' && days > 31 ? 'hours are told of 31 days at most' : undefined;
    const fault =
      days <= 0 ? 'must be before to' : days > DAYS_MAX ? 'ten years at most' : isTooMany;
    if (fault !== undefined)
      throw problem('invalid', { errors: [{ path: 'from', message: fault }] });
    return { ...seriesOf(query, await this.own.of(actor, 'usage:read')), from, to };
  }
}
