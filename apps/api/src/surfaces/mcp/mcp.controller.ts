import { All, Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { InspectInterceptor } from '#dlp';
import { KnowledgeSearch, KnowledgeStores } from '#knowledge';
import { AnswerRoom, Config } from '#platform';
import { RequestStates, ServerLists, ToolServers } from '#tools';
import { CallServer } from '../../http/call-server.js';
import { MCP_PATH, mcpSurface } from './mcp.surface.js';

/** Streams that a server pushes into, and sessions to end, are of clients of before: there are none here. */
const NOT_ALLOWED =
  '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Send each request by POST; nothing is pushed."}}';

@Controller(MCP_PATH)
export class McpController {
  constructor(
    private readonly server: CallServer,
    private readonly servers: ToolServers,
    private readonly lists: ServerLists,
    private readonly states: RequestStates,
    private readonly stores: KnowledgeStores,
    private readonly search: KnowledgeSearch,
    private readonly inspect: InspectInterceptor,
    private readonly answers: AnswerRoom,
    private readonly config: Config,
  ) {}

  @All(['', ':server'])
  async ask(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (request.method !== 'POST') {
      await reply.code(405).header('allow', 'POST').type('application/json').send(NOT_ALLOWED);
      return;
    }
    const { servers, lists, states, stores, search, inspect, answers } = this;
    const tools = { servers, lists, states, stores, search, inspect, answers };
    const surface = mcpSurface(tools, this.config.publicUrl);
    return this.server.serve(request.raw, reply.hijack().raw, request.id, surface);
  }
}
