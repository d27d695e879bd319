import {
  isServerMethod,
  SERVER_METHODS,
  type Arrival,
  type ReceivedCall,
  type ServerMethod,
} from '#call';
import { member, refuse, stringOf } from '#kernel';
import { VERSION } from '#platform';
import { grantedServers, grantedTools } from '#tools';
import {
  discoveryOf,
  handshakeOf,
  readMcpMessage,
  mcpListOf,
  writeMcpResult,
  type McpGreeting,
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
  const greeting = async () => greetingTo(arrival, asking, from);
  if (isModern) {
    // Of the revision without handshakes, which has no pings either.
    if (method === 'server/discover') return JSON.stringify(discoveryOf(GATEWAY, await greeting()));
  } else if (method === 'initialize') {
    const version = stringOf(member(params, 'protocolVersion'));
    return JSON.stringify(handshakeOf(version, GATEWAY, await greeting()));
  } else if (method === 'ping') return '{}';
  throw refuse('mcp_method_unknown');
}

/** What the protocol calls it by. */
const CAPABILITY: Readonly<Record<ServerMethod, string>> = {
  'resources/read': 'resources',
  'prompts/get': 'prompts',
  'completion/complete': 'completions',
};

/**
 * Tools, which may be none, and what of a server was granted beside. Where nothing was, that is said: a misspelt server, or a grant that
 * is missing, looks like one without tools otherwise.
 */
async function greetingTo(
  { principal }: Arrival,
  { request }: Asking,
  { stores }: McpTools,
): Promise<McpGreeting> {
  const server = serverOf(request);
  const beside = SERVER_METHODS.filter(
    (method) => grantedServers(principal, method, server).length > 0,
  );
  const capabilities = {
    tools: {},
    ...Object.fromEntries(beside.map((method) => [CAPABILITY[method], {}])),
  };
  const isServed =
    beside.length > 0 ||
    grantedTools(principal, server).length > 0 ||
    (await knowledgeTool(principal, server, stores)) !== undefined;
  return { capabilities, ...(!isServed && { instructions: nothingAt(server) }) };
}

const nothingAt = (server: string | null): string =>
  `${
    server === null
      ? 'Nothing is granted to the workload of this key'
      : `Nothing of a tool server ${JSON.stringify(server.slice(0, NAME_CHARS_MAX))} is granted to the workload of this key, or there is none of this name`
  }, so there are no tools here. An administrator grants them on the page of the workload, under Models.`;

const NAME_CHARS_MAX = 64; // As of providers.
