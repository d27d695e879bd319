import { Readable } from 'node:stream';
import { Body, Get, HttpCode, Param, ParseUUIDPipe, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { isUUID } from 'class-validator';
import type { FastifyReply } from 'fastify';
import type { RangeVerdict } from '#audit';
import { problem } from '#kernel';
import type { Actor } from '#members';
import { Database } from '#platform';
import { AdminLog } from '../http/admin-log.js';
import { AdminController, Allow, Caller } from '../http/allow.js';
import { ListQuery, notOfList, pageOf, readCursor, type Page } from '../http/page.js';
import { AnswersPage } from '../openapi/describe.js';
import { AuditJobs } from './audit-jobs.js';
import { AuditJobView, RangeDto } from './audit.dto.js';
import {
  findJob,
  listJobs,
  readPieces,
  type AuditJob,
  type ExportResult,
  type JobKind,
} from './job-store.js';

/** Checks and exports of the log, which run beside the requests that ask for them. */
@ApiTags('Audit')
@AdminController('audit')
export class AuditJobsController {
  constructor(
    private readonly jobs: AuditJobs,
    private readonly log: AdminLog,
    private readonly database: Database,
  ) {}

  /** Checks that rows are as they were sealed, up to the first one that is not. */
  @Post('verify')
  @HttpCode(202)
  @Allow('audit:verify')
  @ApiAcceptedResponse({ type: AuditJobView })
  verify(@Caller() actor: Actor, @Body() range: RangeDto): Promise<AuditJobView> {
    return this.begin(actor, 'verify', range);
  }

  /** Packs entries with leaves, signed heads and keys: whoever has it checks it with gw audit verify, alone. */
  @Post('export')
  @HttpCode(202)
  @Allow('audit:export')
  @ApiAcceptedResponse({ type: AuditJobView })
  export(@Caller() actor: Actor, @Body() range: RangeDto): Promise<AuditJobView> {
    return this.begin(actor, 'export', range);
  }

  /** Newest first, of ninety days. */
  @Get('jobs')
  @Allow('audit:verify')
  @AnswersPage(AuditJobView)
  async list(@Caller() actor: Actor, @Query() query: ListQuery): Promise<Page<AuditJobView>> {
    const [after] = readCursor(query.cursor, 1) ?? [];
    if (after !== undefined && !isUUID(after)) throw notOfList();
    const asked = { limit: query.limit + 1, after };
    const jobs = await listJobs(this.database, actor.organisationId, asked);
    return pageOf(jobs.map(jobView), query.limit, (job) => [job.id]);
  }

  /** How far it is, and what came of it. */
  @Get('jobs/:id')
  @Allow('audit:verify')
  @ApiOkResponse({ type: AuditJobView })
  async read(
    @Caller() actor: Actor,
    @Param('id', ParseUUIDPipe) id: string,
  ): Promise<AuditJobView> {
    return jobView(await this.find(actor, id));
  }

  /** What an export packed: `.tar.gz`, kept for a day. */
  @Get('jobs/:id/download')
  @Allow('audit:export')
  @ApiProduces('application/gzip')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async download(
    @Caller() actor: Actor,
    @Param('id', ParseUUIDPipe) id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { kind, status, isKept, result } = await this.find(actor, id);
    if (kind !== 'export' || status !== 'done' || !isKept) {
      throw problem('not_found', {
        detail: 'There is no export of this id, or it is gone: ask for a new one.',
      });
    }
    void reply
      .headers({
        'content-type': 'application/gzip',
        'content-length': (result as ExportResult).bytes,
        'content-disposition': `attachment; filename="audit-${id}.tar.gz"`,
      })
      .send(Readable.from(readPieces(this.database, id)));
  }

  private async begin(actor: Actor, kind: JobKind, range: RangeDto): Promise<AuditJobView> {
    const { from, to } = range;
    const asked = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    const job = await this.log.change(actor, `audit.${kind}`, async (_manager, tx) => {
      const begun = await this.jobs.begin(tx, actor, kind, asked);
      return { result: begun, target: `rows ${begun.from} to ${begun.to}` };
    });
    this.jobs.run(job);
    return jobView(await this.find(actor, job.id));
  }

  private async find(actor: Actor, id: string): Promise<AuditJob> {
    const job = await findJob(this.database, actor.organisationId, id);
    if (!job) throw problem('not_found');
    return job;
  }
}

function jobView(job: AuditJob): AuditJobView {
  const { result } = job;
  const verdict = result && 'rows' in result ? result : null;
  const pack = result && 'bytes' in result ? result : null;
  return {
    id: job.id,
    kind: job.kind,
    status: job.status,
    rows_done: Number(job.rowsDone),
    rows: Math.max(0, Number(job.end) - Number(job.first)),
    verdict: verdict && verdictView(verdict),
    size: pack && job.isKept ? pack.bytes : null,
    vkey: pack?.vkey ?? null,
    error: job.error,
    created_by: job.createdBy,
    created_at: job.createdAt,
    ended_at: job.endedAt,
  };
}

const verdictView = (verdict: RangeVerdict) => ({
  intact: verdict.firstBrokenSeq === null,
  rows: verdict.rows,
  first_seq: verdict.from,
  end_seq: verdict.to,
  pruned: verdict.pruned,
  checkpoints: verdict.checkpoints,
  first_broken_seq: verdict.firstBrokenSeq,
  fault: verdict.fault,
  head_hash: verdict.checkpoint?.split('\n')[2] ?? null,
  checkpoint: verdict.checkpoint,
});
