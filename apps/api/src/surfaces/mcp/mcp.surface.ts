import {
  isServerMethod,
  SERVER_METHODS,
  type Arrival,
  type ReceivedCall,
  type ServerMethod,
} from '#call';
import { member, refuse, stringOf } from '#kernel';
import { VERSION } from '#platform';
import { grantedServers } from '#tools';
import {
  discoveryOf,
  handshakeOf,
  readMcpMessage,
  mcpListOf,
  writeMcpResult,
  type McpCapabilities,
} from '#wire';
import { keyOf } from '../../http/caller-key.js';
import { expectJson } from '../../http/read-body.js';
import type { GivenBefore, NoCall, SurfaceAdapter, SurfaceRequest } from '../../http/surface.js';
import { serverOf, type Asking, type McpTools } from './asking.js';
import { checkMcpHeaders } from './check-headers.js';
import { knowledgeTool } from './knowledge-tool.js';
import { isServerList, serverList } from './lists.js';
import { mcpEnvelope, type AskedSoFar } from './mcp-envelope.js';
import { serverRead } from './reads.js';
import { offeredTools, toolCallOf } from './tool-call.js';
import { toolText } from './tool-text.js';

export const MCP_PATH = '/v1/mcp';

const GATEWAY = { name: 'model-gateway', version: VERSION };

/**
 * `POST /v1/mcp`, all that the key's workload was granted of tool servers, and `POST /v1/mcp/{server}`, what it was of one, by its own
 * names. Made for each request, since its errors name it.
 */
export function mcpSurface(tools: McpTools, publicUrl: string | null): SurfaceAdapter {
  const asked: AskedSoFar = { id: null, isModern: false, kind: 'question' };
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
      const { method } = message;
      if (method === 'tools/call') {
        asked.kind = 'tool';
        return toolCallOf(arrival, asking, tools);
      }
      if (isServerMethod(method)) {
        asked.kind = 'read';
        return serverRead(arrival, asking, method, tools);
      }
      if (isServerList(method)) {
        asked.kind = 'read';
        return given(await serverList(arrival, asking, method, tools));
      }
      return given(writeMcpResult(id, await resultOf(arrival, asking, tools)));
    },
  };
}

const given = (text: string, status = 200): GivenBefore => ({
  givenBefore: { status, headers: {}, text },
});

const NOTED = given('', 202);

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

/** Of what the gateway answers itself: nothing is sent or charged for it. @throws mcp_method_unknown */
async function resultOf(arrival: Arrival, asking: Asking, from: McpTools): Promise<string> {
  const { message, isModern, request } = asking;
  const { method, params } = message;
  if (method === 'tools/list') {
    const tools = await offeredTools(arrival, asking, from.servers);
    const own = await knowledgeTool(arrival.principal, serverOf(request), from.stores);
    return mcpListOf('tools', [...(own ? [own] : []), ...tools].map(toolText), isModern);
  }
  const served = servedTo(arrival, asking);
  if (isModern) {
    // Of the revision without handshakes, which has no pings either.
    if (method === 'server/discover') return JSON.stringify(discoveryOf(GATEWAY, served));
  } else if (method === 'initialize') {
    const version = stringOf(member(params, 'protocolVersion'));
    return JSON.stringify(handshakeOf(version, GATEWAY, served));
  } else if (method === 'ping') return '{}';
  throw refuse('mcp_method_unknown');
}

/** What the protocol calls it by. */
const CAPABILITY: Readonly<Record<ServerMethod, string>> = {
  'resources/read': 'resources',
  'prompts/get': 'prompts',
  'completion/complete': 'completions',
};

/** Tools, which may be none, and what of a server was granted beside. */
function servedTo({ principal }: Arrival, { request }: Asking): McpCapabilities {
  const granted = SERVER_METHODS.filter(
    (method) => grantedServers(principal, method, serverOf(request)).length > 0,
  );
  return { tools: {}, ...Object.fromEntries(granted.map((method) => [CAPABILITY[method], {}])) };
}
