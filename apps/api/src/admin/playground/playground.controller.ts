import { Get, HttpCode, Param, ParseUUIDPipe, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { IsInt, IsObject, IsOptional, IsString, IsUUID } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCall } from '#insight';
import { formatNano, problem } from '#kernel';
import type { Actor } from '#members';
import { Database } from '#platform';
import { CallServer } from '../../http/call-server.js';
import { chatSurface } from '../../surfaces/chat/chat.surface.js';
import { AdminController, Allow, Caller } from '../http/allow.js';
import { PLAYGROUND_PATH } from './playground-path.js';
import { PlaygroundWorkload } from './playground-workload.js';

class PlaygroundQuery {
  /** Of one's own; left out, everybody's workload `playground`, with a small budget of its own. */
  @IsOptional()
  @IsUUID()
  workload?: string;
}

/** What a call of one's own was found to hold, and what it cost. */
export class PlaygroundCallView {
  @IsString()
  id!: string;

  @IsString()
  outcome!: string;

  /** A decimal; null where nothing was sent. */
  @IsOptional()
  @IsString()
  cost!: string | null;

  @IsOptional()
  @IsString()
  currency!: string | null;

  @IsOptional()
  @IsString()
  model_served!: string | null;

  @IsOptional()
  @IsInt()
  tokens_in!: number | null;

  @IsOptional()
  @IsInt()
  tokens_out!: number | null;

  @IsOptional()
  @IsInt()
  latency_ms!: number | null;

  /** What became of what was found. */
  @IsOptional()
  @IsString()
  protection!: string | null;

  /** Counts by kind. */
  @IsObject()
  findings!: Readonly<Record<string, number>>;
}

/** Calls of people: the same way as any other, on a workload with limits, sealed and charged. */
@ApiTags('Playground')
@AdminController('playground')
export class PlaygroundController {
  constructor(
    private readonly server: CallServer,
    private readonly workloads: PlaygroundWorkload,
    private readonly database: Database,
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
    @Query() { workload }: PlaygroundQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const principal = await this.workloads.principalOf(actor, workload);
    const { raw } = request;
    raw.url = PLAYGROUND_PATH; // The query is for us, and no provider's.
    await this.server.serveAs(principal, raw, reply.hijack().raw, request.id, chatSurface);
  }

  /** What became of a call of one's own, by its request id, once it is on record: a moment after its end. */
  @Get('calls/:id')
  @Allow('playground:use')
  @ApiOkResponse({ type: PlaygroundCallView })
  async read(
    @Caller() { organisationId, memberId }: Actor,
    @Param('id', ParseUUIDPipe) id: string,
  ): Promise<PlaygroundCallView> {
    const call = await readCall(this.database, organisationId, id);
    const entry = call?.entry;
    if (!entry || memberId === null || entry.member !== memberId) throw problem('not_found');
    return {
      id,
      outcome: entry.outcome,
      cost: entry.price ? formatNano(BigInt(entry.price.nano)) : null,
      currency: entry.price?.currency ?? null,
      model_served: entry.model_routed,
      tokens_in: entry.tokens?.in ?? null,
      tokens_out: entry.tokens?.out ?? null,
      latency_ms: entry.latency_ms,
      protection: entry.dlp?.action ?? null,
      findings: entry.dlp?.findings ?? {},
    };
  }
}
