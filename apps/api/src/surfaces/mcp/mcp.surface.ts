import { NOTHING_EXPECTED, NO_HINTS, type Arrival, type ReceivedCall } from '#call';
import {
  member,
  objectOf,
  parseSteps,
  refuse,
  runInSlices,
  stringOf,
  valueOf,
  type JsonDocument,
  type JsonNode,
} from '#kernel';
import type { KnowledgeSearch, KnowledgeStores } from '#knowledge';
import { VERSION } from '#platform';
import { checkArguments, grantedTools, type GrantedTool, type ToolServers } from '#tools';
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
import { checkMcpHeaders } from './check-headers.js';
import { knowledgeTool, searchByTool } from './knowledge-tool.js';
import { mcpEnvelope, type AskedSoFar } from './mcp-envelope.js';
import { toolText } from './tool-text.js';

export const MCP_PATH = '/v1/mcp';

const ARGUMENT_CHARS_MAX = 1_048_576; // They are checked by a schema in one go.
const ARGUMENT_NODES_MAX = 50_000;

const GATEWAY = { name: 'model-gateway', version: VERSION };

/** Whose tools there are: of registered servers, and the gateway's own. */
export interface McpTools {
  readonly servers: ToolServers;
  readonly stores: KnowledgeStores;
  readonly search: KnowledgeSearch;
}

interface Asking {
  readonly message: McpMessage & { readonly id: string };
  readonly document: JsonDocument;
  readonly isModern: boolean;
  readonly request: SurfaceRequest;
}

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
        return callOf(arrival, asking, tools);
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
    const tools = await offered(arrival, asking, from.servers);
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

/** Granted, and still what was approved. @throws tool_unknown for a server that there is not */
async function offered(
  arrival: Arrival,
  { request }: Asking,
  servers: ToolServers,
): Promise<readonly GrantedTool[]> {
  const { principal } = arrival;
  const granted = grantedTools(principal, serverOf(request));
  const current = await Promise.all(
    granted.map(({ provider, model }) =>
      servers.isCurrent(principal.organisation.id, provider, model),
    ),
  );
  return granted.filter((_, at) => current[at]);
}

const serverOf = ({ segments }: SurfaceRequest): string | null => segments[2] ?? null;

/** @throws tool_unknown, tool_arguments_invalid */
async function callOf(
  arrival: Arrival,
  asking: Asking,
  { servers, stores, search }: McpTools,
): Promise<ReceivedCall | NoCall> {
  const { message, document, isModern, request } = asking;
  const { principal, callerGone } = arrival;
  const name = stringOf(member(message.params, 'name'));
  const own = await knowledgeTool(principal, serverOf(request), stores);
  if (own && own.shownAs === name) {
    const given = await argumentsOf(document, member(message.params, 'arguments'), callerGone);
    const { timeoutMs } = request;
    const answer = searchByTool(arrival, own, { given, search, timeoutMs, isModern });
    return {
      answerWithin: async () => ({
        status: 200,
        headers: {},
        text: writeMcpResult(message.id, await answer()),
      }),
    };
  }
  const tool = grantedTools(principal, serverOf(request)).find(({ shownAs }) => shownAs === name);
  const { id: organisation } = principal.organisation;
  if (!tool || !(await servers.isCurrent(organisation, tool.provider, tool.model))) {
    throw refuse('tool_unknown', { param: 'params.name' });
  }
  const given = await argumentsOf(document, member(message.params, 'arguments'), callerGone);
  const fault = checkArguments(tool.pin, valueOf(given.root));
  if (fault !== undefined) {
    throw refuse('tool_arguments_invalid', { message: `${fault}.`, param: 'params.arguments' });
  }
  return {
    ...arrival,
    operation: {
      kind: 'tool',
      protocol: 'mcp',
      requestId: message.id,
      isModern,
      hints: NO_HINTS,
    },
    requestedModel: `${tool.provider.name}/${tool.model.id}`,
    isStreaming: false,
    wantsUsage: true,
    showsThinking: true,
    endUser: null,
    expected: { ...NOTHING_EXPECTED, toolCalls: 1 },
    body: { kind: 'json', document: given },
    timeoutMs: request.timeoutMs,
  };
}

/** As a document of their own: nothing else of the message is sent on. @throws tool_arguments_invalid */
async function argumentsOf(
  { text }: JsonDocument,
  node: JsonNode | undefined,
  callerGone: Arrival['callerGone'],
): Promise<JsonDocument> {
  if (node && !objectOf(node)) {
    throw refuse('tool_arguments_invalid', { message: 'The arguments must be an object.' });
  }
  const json = node ? text.slice(node.start, node.end) : '{}';
  const given =
    json.length > ARGUMENT_CHARS_MAX ? undefined : await runInSlices(parseSteps(json), callerGone);
  if (given && given.nodes <= ARGUMENT_NODES_MAX) return given;
  throw refuse('tool_arguments_invalid', {
    message: `The arguments have more than ${ARGUMENT_CHARS_MAX} characters or ${ARGUMENT_NODES_MAX} values. Send less.`,
    param: 'params.arguments',
  });
}
