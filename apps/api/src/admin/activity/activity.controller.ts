import { Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { isUUID } from 'class-validator';
import { listActivity } from '#insight';
import type { Actor } from '#members';
import { Database } from '#platform';
import { AdminController, Allow, Caller } from '../http/allow.js';
import { notOfList, pageOf, readCursor, type Page } from '../http/page.js';
import { AnswersPage } from '../openapi/describe.js';
import { ActivityQuery, ActivityView, activityView } from './activity.dto.js';

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
    @Query() { from, to, action, limit, cursor }: ActivityQuery,
  ): Promise<Page<ActivityView>> {
    const [at, id] = readCursor(cursor, 2) ?? [];
    const after = at === undefined || id === undefined ? undefined : { at: new Date(at), id };
    if (after && (Number.isNaN(after.at.getTime()) || !isUUID(after.id))) throw notOfList();
    const asked = { from, to, action, limit: limit + 1, after };
    const found = await listActivity(this.database, organisationId, asked);
    return pageOf(found.map(activityView), limit, (one) => [one.at.toISOString(), one.id]);
  }
}
