import type { Arrival, ReceivedCall } from '#call';
import { member, refuse, stringOf } from '#kernel';
import { VERSION } from '#platform';
import {
  discoveryOf,
  handshakeOf,
  readMcpMessage,
  toolListOf,
  writeMcpResult,
  type McpMessage,
} from '#wire';
import { keyOf } from '../../http/caller-key.js';
import { expectJson } from '../../http/read-body.js';
import type { GivenBefore, NoCall, SurfaceAdapter, SurfaceRequest } from '../../http/surface.js';
import { serverOf, type Asking, type McpTools } from './asking.js';
import { checkMcpHeaders } from './check-headers.js';
import { knowledgeTool } from './knowledge-tool.js';
import { mcpEnvelope, type AskedSoFar } from './mcp-envelope.js';
import { offeredTools, toolCallOf } from './tool-call.js';
import { toolText } from './tool-text.js';

export const MCP_PATH = '/v1/mcp';

const GATEWAY = { name: 'model-gateway', version: VERSION };

/**
 * `POST /v1/mcp`, all tools of the key's workload, and `POST /v1/mcp/{server}`, those of one server by their own
 * names. Made for each request, since its errors name it.
 */
export function mcpSurface(tools: McpTools, publicUrl: string | null): SurfaceAdapter {
  const asked: AskedSoFar = { id: null, isModern: false, isToolCall: false };
  return {
    protocol: 'mcp',
    surfaceOf: () => 'mcp',
    keyOf,
    envelope: mcpEnvelope(asked),

    async readCall(arrival: Arrival, request: SurfaceRequest): Promise<ReceivedCall | NoCall> {
      const { incoming, body } = request;
      checkOrigin(incoming.headers.origin, publicUrl);
      expectJson(incoming);
      const document = await body.json(arrival.callerGone);
      const message = readMcpMessage(document);
      const { id } = message;
      asked.id = id;
      const isModern = checkMcpHeaders(incoming.headers, message);
      asked.isModern = isModern;
      if (id === null) return NOTED; // Of its client's own state, of which none is kept here.
      const asking: Asking = { message: { ...message, id }, document, isModern, request };
      if (message.method === 'tools/call') {
        asked.isToolCall = true;
        return toolCallOf(arrival, asking, tools);
      }
      const text = writeMcpResult(id, await resultOf(arrival, asking, tools));
      return { givenBefore: { status: 200, headers: {}, text } };
    },
  };
}

const NOTED: GivenBefore = { givenBefore: { status: 202, headers: {}, text: '' } };

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Keys are not for pages of other sites that a browser shows. `Host` says nothing here: a name of such a site may lead to
 * this address. @throws mcp_origin_refused
 */
function checkOrigin(origin: string | undefined, publicUrl: string | null): void {
  if (origin === undefined) return;
  const from = URL.canParse(origin) ? new URL(origin) : null;
  const isOwn = publicUrl !== null && from?.origin === new URL(publicUrl).origin;
  if (!isOwn && !LOOPBACK.has(from?.hostname ?? '')) throw refuse('mcp_origin_refused');
}

/** Of everything but a call of a tool: nothing is sent or charged for it. @throws mcp_method_unknown */
async function resultOf(arrival: Arrival, asking: Asking, from: McpTools): Promise<string> {
  const { message, isModern } = asking;
  if (message.method === 'tools/list') {
    const tools = await offeredTools(arrival, asking, from.servers);
    const own = await knowledgeTool(arrival.principal, serverOf(asking.request), from.stores);
    return toolListOf([...(own ? [own] : []), ...tools].map(toolText), isModern);
  }
  const about = isModern ? aboutNow(message) : aboutBefore(message);
  if (!about) throw refuse('mcp_method_unknown');
  return JSON.stringify(about);
}

/** Of the revision without handshakes, which has no pings either. */
const aboutNow = ({ method }: McpMessage): object | undefined =>
  method === 'server/discover' ? discoveryOf(GATEWAY) : undefined;

function aboutBefore({ method, params }: McpMessage): object | undefined {
  if (method === 'initialize') {
    return handshakeOf(stringOf(member(params, 'protocolVersion')), GATEWAY);
  }
  return method === 'ping' ? {} : undefined;
}
