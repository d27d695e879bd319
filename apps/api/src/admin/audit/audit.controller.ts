import { Delete, Get, HttpCode, Param, ParseUUIDPipe, Query, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { isUUID } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { callsMadeFor, inclusionProof } from '#audit';
import { ContentStore } from '#content';
import { histogramOf, listCalls, readCall, type CallFilters, type ReadCall } from '#insight';
import { Clock, problem } from '#kernel';
import type { Actor } from '#members';
import { Database } from '#platform';
import { AdminLog } from '../http/admin-log.js';
import { AdminController, Allow, Caller } from '../http/allow.js';
import { notOfList, pageOf, readCursor } from '../http/page.js';
import { SharedReads } from '../http/shared-reads.js';
import { contentView, entryView, histogramView, rowView } from './audit-views.js';
import {
  AuditContentView,
  AuditEntryView,
  AuditPageView,
  AuditQuery,
  type SeriesQuery,
} from './audit.dto.js';
import { OwnWorkloads } from './own-workloads.js';

const DAY_MS = 24 * 3_600_000;
const HISTOGRAM_DAYS = 30; // Where no range is asked for.

/** The log of calls: what was called, by whom, what became of it. Members see calls of their own workloads. */
@ApiTags('Audit')
@AdminController('audit')
export class AuditController {
  private readonly shared = new SharedReads<AuditPageView>();

  constructor(
    private readonly database: Database,
    private readonly own: OwnWorkloads,
    private readonly clock: Clock,
    private readonly content: ContentStore,
    private readonly log: AdminLog,
  ) {}

  /** Calls, newest first. Every filter that is given must fit. */
  @Get()
  @Allow('audit:read')
  @ApiOkResponse({ type: AuditPageView })
  async list(@Caller() actor: Actor, @Query() query: AuditQuery): Promise<AuditPageView> {
    const { organisationId } = actor;
    const filters = filtersOf(query, await this.own.of(actor, 'audit:read'));
    const { limit, cursor, histogram } = query;
    return this.shared.read({ organisationId, filters, limit, cursor, histogram }, () =>
      this.listAnew(organisationId, filters, query),
    );
  }

  private async listAnew(
    organisationId: string,
    filters: CallFilters,
    query: AuditQuery,
  ): Promise<AuditPageView> {
    const now = new Date(this.clock.nowMs());
    const [at, id] = readCursor(query.cursor, 2) ?? [];
    const after = at === undefined || id === undefined ? undefined : placeOf(at, id);
    const asked = { limit: query.limit + 1, after, now };
    const calls = await listCalls(this.database, organisationId, filters, asked);
    const page = pageOf(calls.map(rowView), query.limit, (row) => [row.at.toISOString(), row.id]);
    if (!query.histogram || after) return { ...page, histogram: null };
    const to = filters.to ?? now;
    const from = filters.from ?? new Date(to.getTime() - HISTOGRAM_DAYS * DAY_MS);
    const range = { from, to };
    const histogram = await histogramOf(this.database, organisationId, { ...filters, ...range });
    return { ...page, histogram: histogramView(histogram, range) };
  }

  /** Everything that is known of one row: the entry as it is sealed, its place, the ledger, what belongs to it. */
  @Get(':id')
  @Allow('audit:read')
  @ApiOkResponse({ type: AuditEntryView })
  async read(
    @Caller() actor: Actor,
    @Param('id', ParseUUIDPipe) id: string,
  ): Promise<AuditEntryView> {
    const { call, isAll } = await this.find(actor, id);
    return entryView(call, isAll);
  }

  /** That the row is in the log: C2SP tlog-proof. */
  @Get(':id/proof')
  @Allow('audit:read')
  @ApiProduces('text/plain')
  @ApiOkResponse({ schema: { type: 'string' } })
  async proof(
    @Caller() actor: Actor,
    @Param('id', ParseUUIDPipe) id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.find(actor, id);
    const proof = await inclusionProof(this.database, id);
    if (proof === undefined) {
      throw problem('not_found', {
        detail:
          'No signed head covers this row yet. Sealing takes a second after the end of a call.',
      });
    }
    void reply
      .headers({
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': `attachment; filename="${id}.tlog-proof"`,
      })
      .send(proof);
  }

  /** What was asked and answered, where the organisation keeps it. Each look is on record. */
  @Get(':id/content')
  @Allow('content:read')
  @ApiOkResponse({ type: AuditContentView })
  async readContent(
    @Caller() actor: Actor,
    @Param('id', ParseUUIDPipe) id: string,
  ): Promise<AuditContentView> {
    const { call } = await this.find(actor, id);
    const parts = await this.content.read(actor.organisationId, id);
    return this.log.change(actor, 'content.read', () =>
      Promise.resolve({ result: contentView(id, parts), ...aboutCall(call) }),
    );
  }

  /** Deletes prompt and answer, also of calls that the gateway made for this one. The entry in the log stays, and every proof does. */
  @Delete(':id/content')
  @HttpCode(204)
  @Allow('content:erase')
  @ApiNoContentResponse()
  async eraseContent(
    @Caller() actor: Actor,
    @Param('id', ParseUUIDPipe) id: string,
  ): Promise<void> {
    const { call } = await this.find(actor, id);
    await this.log.change(actor, 'content.erase', async (_manager, tx) => {
      const ids = [id, ...(await callsMadeFor(tx, id))];
      await this.content.erase(tx, actor.organisationId, ids);
      return { result: null, ...aboutCall(call) };
    });
  }

  /** @throws not_found, also for what is somebody else's */
  private async find(actor: Actor, id: string): Promise<{ call: ReadCall; isAll: boolean }> {
    const own = await this.own.of(actor, 'audit:read');
    const call = await readCall(this.database, actor.organisationId, id);
    // What somebody tried out is theirs on everybody's workload, too.
    const isTheirs = actor.memberId !== null && call?.entry?.member === actor.memberId;
    const isVisible =
      call && (own === undefined || isTheirs || own.includes(call.workloadId ?? ''));
    if (!isVisible) throw problem('not_found');
    return { call, isAll: own === undefined };
  }
}

const aboutCall = ({ id, workloadId }: ReadCall) => ({ target: `call ${id}`, workloadId });

/** @throws invalid */
function placeOf(at: string, id: string) {
  const place = { at: new Date(at), id };
  if (Number.isNaN(place.at.getTime()) || !isUUID(id)) throw notOfList();
  return place;
}

function filtersOf(query: AuditQuery, workloads: readonly string[] | undefined): CallFilters {
  const { from, to, kind, injection, text } = query;
  return {
    ...seriesOf(query, workloads),
    ...(from && { from }),
    ...(to && { to }),
    ...(kind !== undefined && { kind }),
    ...(injection !== undefined && { injection }),
    ...(text !== undefined && { text }),
  };
}

/** What is asked for, and no more than may be seen. */
export function seriesOf(query: SeriesQuery, workloads: readonly string[] | undefined) {
  const { cache_hit: cacheHit } = query;
  return {
    ...(workloads && { workloads }),
    ...pick(query, [
      'workload',
      'key',
      'member',
      'model',
      'provider',
      'outcome',
      'refusal',
      'status',
      'surface',
      'jurisdiction',
    ]),
    ...(cacheHit !== undefined && { cacheHit }),
  };
}

function pick<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): { [Each in Name]?: NonNullable<Whole[Each]> } {
  return Object.fromEntries(
    names.flatMap((name) => (whole[name] === undefined ? [] : [[name, whole[name]]])),
  ) as { [Each in Name]?: NonNullable<Whole[Each]> };
}
