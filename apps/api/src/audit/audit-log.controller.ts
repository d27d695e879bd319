import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  CheckpointSigner,
  consistencyProof,
  inclusionProof,
  newestCheckpoint,
  readTile,
  readTilePath,
} from '#audit';
import type { AuditLogs } from '#contract';
import { refuse } from '#kernel';
import { sendsToken } from '#operations';
import { Config, Database, type Statement } from '#platform';

const TEXT = 'text/plain; charset=utf-8';
const BYTES = 'application/octet-stream';
// A tile of that width never changes. Only for who asked, since it takes a token.
const FOR_EVER = 'private, max-age=31536000, immutable';

const LIST_ORGANISATIONS: Statement = {
  name: 'audit-organisations',
  text: 'SELECT id, name FROM organisation ORDER BY name',
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SIZE = /^(?:0|[1-9]\d{0,14})$/;

const NO_LOG = 'This is no id of a log. GET /audit/v1 lists the logs with their ids.';
const NO_CHECKPOINT =
  'There is no checkpoint: nothing of such a log was sealed yet. GET /audit/v1 lists the logs with their ids.';
const NO_PLACE =
  'This is no place of a tile. It is <L>/<N> or entries/<N>, with N in groups of three digits as in x001/x234/067, and .p/<W> behind one that is not full.';
const NO_TILE =
  'The log has no such tile: it ends before, the tile is not full yet, or entries of it were dropped by retention. Of the last one ask for its width, .p/<W>.';
const NO_CONSISTENCY =
  'There is no such proof: no checkpoint covers `to` rows yet, or `from` is more than `to`.';
const NO_CALL =
  'This log has no sealed call with this request id. Sealing takes a second after the end of the call.';

/**
 * The logs, for an auditor's own programs: C2SP tlog-tiles below `/audit/v1/<organisation>`, and both
 * kinds of proof. To whoever does not send the token these paths are not there.
 */
@Controller('audit/v1')
export class AuditLogController {
  constructor(
    private readonly database: Database,
    private readonly signer: CheckpointSigner,
    private readonly config: Config,
  ) {}

  @Get()
  async list(@Req() request: FastifyRequest): Promise<AuditLogs> {
    this.admit(request);
    const all = await this.database.query<{ id: string; name: string }>(LIST_ORGANISATIONS);
    return {
      logs: all.map(({ id, name }) => ({
        organisation: id,
        name,
        origin: this.signer.originOf(id),
        vkey: this.signer.vkeyOf(id),
      })),
    };
  }

  @Get(':log/checkpoint')
  async checkpoint(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('log') log: string,
  ): Promise<void> {
    const newest = await newestCheckpoint(this.database, this.admit(request, log));
    void reply.header('content-type', TEXT).send(found(newest, NO_CHECKPOINT).note);
  }

  @Get(':log/tile/*')
  async tile(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param() params: { readonly log: string; readonly '*': string },
  ): Promise<void> {
    const organisationId = this.admit(request, params.log);
    const asked = found(readTilePath(params['*']), NO_PLACE);
    const tile = found(await readTile(this.database, organisationId, asked), NO_TILE);
    void reply.headers({ 'content-type': BYTES, 'cache-control': FOR_EVER }).send(tile);
  }

  /** That the log of size `to` begins with the log of size `from`. */
  @Get(':log/consistency')
  async consistency(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('log') log: string,
    @Query() query: Readonly<Record<string, string>>,
  ): Promise<void> {
    const organisationId = this.admit(request, log);
    const sizes = [query['from'] ?? '', query['to'] ?? ''] as const;
    for (const [at, name] of (['from', 'to'] as const).entries()) {
      if (!SIZE.test(sizes[at] ?? '')) throw refuse('field_invalid', { param: name });
    }
    const range = [Number(sizes[0]), Number(sizes[1])] as const;
    const proof = await consistencyProof(this.database, organisationId, range);
    void reply.header('content-type', TEXT).send(found(proof, NO_CONSISTENCY));
  }

  /** That a call is in the log. */
  @Get(':log/proof/:call')
  async proof(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param() { log, call }: { readonly log: string; readonly call: string },
  ): Promise<void> {
    const organisationId = this.admit(request, log);
    const proof = UUID.test(call) ? await inclusionProof(this.database, call) : undefined;
    const isOfLog = proof?.includes(`\n${this.signer.originOf(organisationId)}\n`);
    void reply.header('content-type', TEXT).send(found(isOfLog ? proof : undefined, NO_CALL));
  }

  private admit(request: FastifyRequest, log?: string): string {
    const { auditToken } = this.config;
    const isKnown = auditToken && sendsToken(request.headers.authorization, auditToken);
    if (!isKnown) throw refuse('path_unknown'); // As any path that is not there: no reason is told.
    if (log !== undefined && !UUID.test(log)) throw refuse('path_unknown', { message: NO_LOG });
    return log ?? '';
  }
}

/** @throws what is not there, to somebody who has sent the token */
function found<Value>(value: Value | undefined, message: string): Value {
  if (value === undefined) throw refuse('path_unknown', { message });
  return value;
}
