import { Get, HttpCode, Param, ParseUUIDPipe, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EndedCalls } from '#call';
import { readCall } from '#insight';
import { Clock, problem } from '#kernel';
import type { Actor } from '#members';
import { Database } from '#platform';
import { ReachableModels } from '#routing';
import { CallServer } from '../../http/call-server.js';
import type { SurfaceAdapter } from '../../http/surface.js';
import { chatSurface } from '../../surfaces/chat/chat.surface.js';
import { systemoneSurface } from '../../surfaces/systemone/systemone.surface.js';
import { AdminController, Allow, Caller } from '../http/allow.js';
import type { Page } from '../http/page.js';
import { AnswersPage } from '../openapi/describe.js';
import { PlaygroundWorkload } from './playground-workload.js';
import {
  callView,
  PlaygroundCallView,
  PlaygroundModelView,
  PlaygroundQuery,
} from './playground.dto.js';

/** A call that was stopped has two seconds to tell its usage, and then a record. */
const LOOKS_MAX = 16;
const LOOK_AGAIN_MS = 250;

/** A call of somebody's, before it is one. */
interface Trial {
  readonly actor: Actor;
  readonly query: PlaygroundQuery;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Calls of people: the same way as any other, on a workload with limits, sealed and charged. */
@ApiTags('Playground')
@AdminController('playground')
export class PlaygroundController {
  constructor(
    private readonly server: CallServer,
    private readonly workloads: PlaygroundWorkload,
    private readonly database: Database,
    private readonly ended: EndedCalls,
    private readonly reachable: ReachableModels,
    private readonly clock: Clock,
  ) {}

  /** A chat request as for `/v1/chat/completions`, answered as that is, errors and streams included. */
  @Post('chat')
  @HttpCode(200)
  @Allow('playground:use')
  @ApiBody({ schema: { type: 'object', additionalProperties: true } })
  @ApiProduces('application/json', 'text/event-stream')
  @ApiOkResponse({ schema: { type: 'object', additionalProperties: true } })
  async chat(
    @Caller() actor: Actor,
    @Query() query: PlaygroundQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.serve(chatSurface, { actor, query, request, reply });
  }

  /** A typed decision as for `/v1/systemone`, answered as that is, errors included. */
  @Post('decide')
  @HttpCode(200)
  @Allow('playground:use')
  @ApiBody({ schema: { type: 'object', additionalProperties: true } })
  @ApiOkResponse({ schema: { type: 'object', additionalProperties: true } })
  async decide(
    @Caller() actor: Actor,
    @Query() query: PlaygroundQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.serve(systemoneSurface, { actor, query, request, reply });
  }

  /** Names that a call may ask for, aliases first: what `/v1/models` lists for a key. */
  @Get('models')
  @Allow('playground:use')
  @AnswersPage(PlaygroundModelView)
  async models(
    @Caller() actor: Actor,
    @Query() { workload }: PlaygroundQuery,
  ): Promise<Page<PlaygroundModelView>> {
    const listedFor = await this.workloads.listedFor(actor, workload);
    const models = this.reachable.listFor(listedFor);
    const { aliases } = listedFor.workload;
    const data = models.map((one) => ({
      id: one.id,
      alias: aliases.has(one.id) || listedFor.organisation.aliases.has(one.id),
      sandbox: one.isSandbox,
      context_tokens: one.contextTokens,
      max_output_tokens: one.outputTokensMax,
      takes: [...one.takes],
    }));
    return { data, next_cursor: null };
  }

  /** What became of a call of one's own, by its request id. Asked right after its end, it waits for the record. */
  @Get('calls/:id')
  @Allow('playground:use')
  @ApiOkResponse({ type: PlaygroundCallView })
  async read(
    @Caller() { organisationId, memberId }: Actor,
    @Param('id', ParseUUIDPipe) id: string,
  ): Promise<PlaygroundCallView> {
    for (let looks = 1; ; looks++) {
      const entry = (await readCall(this.database, organisationId, id))?.entry;
      if (entry && memberId !== null && entry.member === memberId) return callView(id, entry);
      if (entry || looks === LOOKS_MAX) throw problem('not_found');
      // Of another replica this one knows nothing; a record takes it some milliseconds.
      await (this.ended.recorded(organisationId) ?? this.clock.sleep(LOOK_AGAIN_MS));
    }
  }

  private async serve(surface: SurfaceAdapter, trial: Trial): Promise<void> {
    const { actor, query, request, reply } = trial;
    const principal = await this.workloads.principalOf(actor, query.workload);
    const { raw, id } = request;
    raw.url = request.routeOptions.url ?? ''; // The query is for us, and no provider's.
    await this.server.serveAs(principal, raw, reply.hijack().raw, id, surface);
  }
}
