import { Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ValueFinder } from '#call';
import { Cell, DocumentJobs, JOBS_PATH, type JobScope, type JobView } from '#documents';
import { refuse } from '#kernel';
import { CallServer } from '../../http/call-server.js';
import { keyOf } from '../../http/caller-key.js';
import { KeyRequests } from '../../http/key-requests.js';
import { sendFile } from '../../http/send-file.js';
import type { SurfaceAdapter } from '../../http/surface.js';
import { jobsSurface } from './anonymize.surface.js';
import { Downloads } from './downloads.js';

const LIMIT_MAX = 100;
const LIMIT = 20;

/** Documents that are anonymized in the background, of the workload that had it done. */
@Controller(JOBS_PATH)
export class AnonymizeJobsController {
  private readonly surface: SurfaceAdapter;

  constructor(
    private readonly server: CallServer,
    private readonly requests: KeyRequests,
    private readonly jobs: DocumentJobs,
    private readonly downloads: Downloads,
    cell: Cell,
    finder: ValueFinder,
  ) {
    this.surface = jobsSurface({ cell, finder }, jobs);
  }

  @Post()
  create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.server.serve(request.raw, reply.hijack().raw, request.id, this.surface);
  }

  @Get()
  async list(@Req() { raw }: FastifyRequest, @Query() query: { limit?: unknown; after?: unknown }) {
    const scope = await this.scopeOf(raw);
    const after = query.after === undefined ? undefined : textOf(query.after);
    const { jobs, hasMore } = await this.jobs.list(scope, { limit: limitOf(query.limit), after });
    return {
      object: 'list',
      data: jobs.map(({ view }) => view),
      has_more: hasMore,
      first_id: jobs[0]?.view.id ?? null,
      last_id: jobs.at(-1)?.view.id ?? null,
    };
  }

  @Get(':id')
  async read(@Req() { raw }: FastifyRequest, @Param('id') id: string): Promise<JobView> {
    return (await this.jobs.read(await this.scopeOf(raw), id)).view;
  }

  @Get(':id/mapping')
  async mapping(@Req() { raw }: FastifyRequest, @Param('id') id: string) {
    const mapping = await this.jobs.mapping(await this.scopeOf(raw), id);
    return { object: 'document.anonymization.mapping', id, mapping };
  }

  @Post(':id/cancel')
  @HttpCode(200)
  async cancel(@Req() { raw }: FastifyRequest, @Param('id') id: string): Promise<JobView> {
    return (await this.jobs.cancel(await this.scopeOf(raw), id)).view;
  }

  @Delete(':id')
  @HttpCode(204)
  async remove(@Req() { raw }: FastifyRequest, @Param('id') id: string): Promise<void> {
    await this.jobs.remove(await this.scopeOf(raw), id);
  }

  /** Without a key: whoever has the address has the file, and nothing else of the job. Each download is on record. */
  @Get(':id/result')
  async result(
    @Req() { raw }: FastifyRequest,
    @Param('id') id: string,
    @Query() { exp, kid, sig }: { exp?: unknown; kid?: unknown; sig?: unknown },
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const signature = { exp: textOf(exp), kid: textOf(kid), sig: textOf(sig) };
    const file = await this.jobs.signedResult(id, signature);
    await this.downloads.note(file, id, raw);
    sendFile(reply, file);
  }

  private async scopeOf(request: FastifyRequest['raw']): Promise<JobScope> {
    const { organisation, workload } = await this.requests.admit(request, keyOf(request));
    return { organisationId: organisation.id, workloads: [workload.id], memberId: null };
  }
}

/** A name that comes twice is an array. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** @throws field_invalid */
function limitOf(value: unknown): number {
  if (value === undefined) return LIMIT;
  const limit = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (limit >= 1 && limit <= LIMIT_MAX) return limit;
  throw refuse('field_invalid', {
    message: `limit takes 1 to ${LIMIT_MAX}.`,
    param: 'limit',
  });
}
