import { Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiConsumes,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ValueFinder } from '#call';
import { Cell, DocumentJobs, JOBS_PATH, type JobScope } from '#documents';
import { problem } from '#kernel';
import type { Actor } from '#members';
import { CallServer } from '../../http/call-server.js';
import { sendFile } from '../../http/send-file.js';
import type { SurfaceAdapter } from '../../http/surface.js';
import { jobsSurface } from '../../surfaces/documents/anonymize.surface.js';
import { OwnWorkloads } from '../audit/own-workloads.js';
import { AdminLog } from '../http/admin-log.js';
import { AdminController, Allow, Caller } from '../http/allow.js';
import { ListQuery, pageOf, readCursor, type Page } from '../http/page.js';
import { AnswersPage } from '../openapi/describe.js';
import { PlaygroundWorkload } from '../playground/playground-workload.js';
import { PlaygroundQuery } from '../playground/playground.dto.js';
import {
  AnonymizationMappingView,
  AnonymizationPath,
  AnonymizationView,
  anonymizationView,
} from './anonymization.dto.js';

/** Documents that people have anonymized: jobs as callers make them, on a workload with limits, sealed and charged. */
@ApiTags('Anonymizations')
@AdminController('anonymizations')
export class AnonymizationsController {
  private readonly surface: SurfaceAdapter;

  constructor(
    private readonly server: CallServer,
    private readonly jobs: DocumentJobs,
    private readonly workloads: PlaygroundWorkload,
    private readonly own: OwnWorkloads,
    private readonly log: AdminLog,
    cell: Cell,
    finder: ValueFinder,
  ) {
    this.surface = jobsSurface({ cell, finder }, jobs);
  }

  /** A form as for `/v1/documents/anonymize/jobs`, answered as that is, errors included. */
  @Post()
  @HttpCode(202)
  @Allow('playground:use')
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: {
      type: 'object',
      required: ['file'],
      properties: {
        file: { type: 'string', format: 'binary' },
        options: { type: 'string', description: 'JSON, as for `/v1/documents/anonymize`.' },
      },
    },
  })
  @ApiAcceptedResponse({ schema: { type: 'object', additionalProperties: true } })
  async create(
    @Caller() actor: Actor,
    @Query() { workload }: PlaygroundQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const principal = await this.workloads.principalOf(actor, workload);
    const { raw } = request;
    raw.url = JOBS_PATH; // The query is for us.
    await this.server.serveAs(principal, raw, reply.hijack().raw, request.id, this.surface);
  }

  /** Newest first: all of the organisation, or those that a member made or whose workload is its own. */
  @Get()
  @Allow('playground:use')
  @AnswersPage(AnonymizationView)
  async list(@Caller() actor: Actor, @Query() query: ListQuery): Promise<Page<AnonymizationView>> {
    const [after] = readCursor(query.cursor, 1) ?? [];
    const asked = { limit: query.limit + 1, after };
    const { jobs } = await this.jobs.list(await this.scopeOf(actor), asked);
    return pageOf(jobs.map(anonymizationView), query.limit, ({ id }) => [id]);
  }

  /** How far it is, and what came of it. */
  @Get(':id')
  @Allow('playground:use')
  @ApiOkResponse({ type: AnonymizationView })
  async read(
    @Caller() actor: Actor,
    @Param() { id }: AnonymizationPath,
  ): Promise<AnonymizationView> {
    return anonymizationView(await this.jobs.read(await this.scopeOf(actor), id));
  }

  /** Of a job that was made with `include_mapping`. Each look is on record. */
  @Get(':id/mapping')
  @Allow('playground:use')
  @ApiOkResponse({ type: AnonymizationMappingView })
  async mapping(
    @Caller() actor: Actor,
    @Param() { id }: AnonymizationPath,
  ): Promise<AnonymizationMappingView> {
    const mapping = await this.jobs.mapping(await this.scopeOf(actor), id);
    await this.note(actor, 'anonymization.read_mapping', id);
    return { id, mapping };
  }

  /** The document without personal data. Each download is on record. */
  @Get(':id/result')
  @Allow('playground:use')
  @ApiProduces('application/octet-stream')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async result(
    @Caller() actor: Actor,
    @Param() { id }: AnonymizationPath,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.jobs.result(await this.scopeOf(actor), id);
    if (!file) {
      throw problem('not_found', { detail: 'The job has no result, none yet, or none any more.' });
    }
    await this.note(actor, 'anonymization.download', id);
    sendFile(reply, file);
  }

  /** Work stops within two seconds; charged are the pages that were read by then. */
  @Post(':id/cancel')
  @HttpCode(200)
  @Allow('playground:use')
  @ApiOkResponse({ type: AnonymizationView })
  async cancel(
    @Caller() actor: Actor,
    @Param() { id }: AnonymizationPath,
  ): Promise<AnonymizationView> {
    const cancelled = await this.jobs.cancel(await this.scopeOf(actor), id);
    await this.note(actor, 'anonymization.cancel', id);
    return anonymizationView(cancelled);
  }

  /** Its document, result and mapping are gone with it; one that is at work stops. */
  @Delete(':id')
  @HttpCode(204)
  @Allow('playground:use')
  @ApiNoContentResponse()
  async remove(@Caller() actor: Actor, @Param() { id }: AnonymizationPath): Promise<void> {
    await this.jobs.remove(await this.scopeOf(actor), id);
    await this.note(actor, 'anonymization.delete', id);
  }

  private note(actor: Actor, action: string, id: string): Promise<null> {
    const done = { result: null, target: `anonymization ${id}` };
    return this.log.change(actor, action, () => Promise.resolve(done));
  }

  private async scopeOf(actor: Actor): Promise<JobScope> {
    const workloads = (await this.own.of(actor, 'playground:use')) ?? null;
    return { organisationId: actor.organisationId, workloads, memberId: actor.memberId };
  }
}
