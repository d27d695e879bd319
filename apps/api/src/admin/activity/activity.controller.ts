import { Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { isUUID } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { listActivity } from '#insight';
import type { Actor } from '#members';
import { Database } from '#platform';
import { AdminController, Allow, Caller } from '../http/allow.js';
import { notOfList, pageOf, readCursor, type Page } from '../http/page.js';
import { writeCsv } from '../http/write-csv.js';
import { AnswersPage } from '../openapi/describe.js';
import { ActivityExportQuery, ActivityQuery, ActivityView, activityView } from './activity.dto.js';

const EXPORTED_MAX = 10_000; // What a spreadsheet is good for; all of it is in the export of the log.
const COLUMNS = [
  'at',
  'type',
  'action',
  'target',
  'actor_kind',
  'actor_id',
  'actor_name',
  'outcome',
  'ip',
  'changes',
] as const;

/** What people and programs did to the gateway, and to its log. */
@ApiTags('Activity')
@AdminController('activity')
export class ActivityController {
  constructor(private readonly database: Database) {}

  /** Newest first; tries without permission are among them. */
  @Get()
  @Allow('activity:read')
  @AnswersPage(ActivityView)
  async list(
    @Caller() { organisationId }: Actor,
    @Query() { limit, cursor, ...filters }: ActivityQuery,
  ): Promise<Page<ActivityView>> {
    const [at, id] = readCursor(cursor, 2) ?? [];
    const after = at === undefined || id === undefined ? undefined : { at: new Date(at), id };
    if (after && (Number.isNaN(after.at.getTime()) || !isUUID(after.id))) throw notOfList();
    const asked = { ...filters, limit: limit + 1, after };
    const found = await listActivity(this.database, organisationId, asked);
    return pageOf(found.map(activityView), limit, (one) => [one.at.toISOString(), one.id]);
  }

  /** The newest 10,000, to be kept: CSV (RFC 4180) or JSON. */
  @Get('export')
  @Allow('activity:read')
  @ApiProduces('text/csv', 'application/json')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async export(
    @Caller() { organisationId }: Actor,
    @Query() { format, ...filters }: ActivityExportQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const asked = { ...filters, limit: EXPORTED_MAX };
    const found = await listActivity(this.database, organisationId, asked);
    const views = found.map(activityView);
    const isCsv = format === 'csv';
    void reply
      .headers({
        'content-type': isCsv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="activity.${format}"`,
      })
      .send(isCsv ? writeCsv(COLUMNS, views.map(rowOf)) : `${JSON.stringify(views, null, 2)}\n`);
  }
}

const rowOf = ({ at, changes, ...rest }: ActivityView) => ({
  ...rest,
  at: at.toISOString(),
  changes: JSON.stringify(changes),
});
