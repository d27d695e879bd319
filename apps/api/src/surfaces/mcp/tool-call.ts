import {
  NOTHING_EXPECTED,
  NO_HINTS,
  type Arrival,
  type ReceivedCall,
  type ToolOperation,
} from '#call';
import { member, refuse, stringOf, valueOf, type JsonDocument } from '#kernel';
import { checkArguments, grantedTools, type GrantedTool, type ToolServers } from '#tools';
import { ASKS_NOTHING, clientAsksOf, writeMcpResult } from '#wire';
import type { NoCall } from '../../http/surface.js';
import { serverOf, type Asking, type McpTools } from './asking.js';
import { knowledgeTool, searchByTool } from './knowledge-tool.js';
import { argumentsIn, boundedDocument, responsesIn, sentBody } from './sent-body.js';

/** Granted, and still what was approved. */
export async function offeredTools(
  { principal }: Arrival,
  { request }: Asking,
  servers: ToolServers,
): Promise<readonly GrantedTool[]> {
  const granted = grantedTools(principal, serverOf(request));
  const current = await Promise.all(
    granted.map(({ provider, model }) =>
      servers.isCurrent(principal.organisation.id, provider, model),
    ),
  );
  return granted.filter((_, at) => current[at]);
}

/** `tools/call`. @throws tool_unknown, tool_arguments_invalid, mcp_state_invalid */
export async function toolCallOf(
  arrival: Arrival,
  asking: Asking,
  { servers, states, stores, search }: McpTools,
): Promise<ReceivedCall | NoCall> {
  const { message, document, isModern, request } = asking;
  const { principal, callerGone } = arrival;
  const { params } = message;
  const name = stringOf(member(params, 'name'));
  const own = await knowledgeTool(principal, serverOf(request), stores);
  if (own && own.shownAs === name) {
    const given = await boundedDocument(argumentsIn(document, params), callerGone);
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
  const members = {
    arguments: argumentsIn(document, params),
    inputResponses: responsesIn(document, params),
  };
  const sent = await sentBody(members, callerGone);
  const given = member(sent.root, 'arguments');
  const fault = checkArguments(tool.pin, given && valueOf(given));
  if (fault !== undefined) {
    throw refuse('tool_arguments_invalid', { message: `${fault}.`, param: 'params.arguments' });
  }
  const { provider, model } = tool;
  const meant = { method: 'tools/call', target: model.id } as const;
  const place = { ...meant, principal, server: provider.name, address: provider.baseUrl };
  const sealed = member(params, 'requestState');
  const state = sealed ? states.open(place, stringOf(sealed) ?? '') : null;
  return serverCall(arrival, asking, {
    ...meant,
    state,
    requestedModel: `${provider.name}/${model.id}`,
    document: sent,
  });
}

/** What of a server is asked for. */
export interface Meant extends Pick<ToolOperation, 'method' | 'target' | 'state'> {
  /** Of the settings: what its price and its grant stand by. */
  readonly requestedModel: string;
  /** What its server is sent. */
  readonly document: JsonDocument;
}

/** A call that goes the way of every call. */
export const serverCall = (
  arrival: Arrival,
  { message, isModern, request }: Asking,
  { requestedModel, document, ...meant }: Meant,
): ReceivedCall => ({
  ...arrival,
  operation: {
    kind: 'tool',
    protocol: 'mcp',
    ...meant,
    requestId: message.id,
    isModern,
    asks: isModern ? clientAsksOf(message.capabilities) : ASKS_NOTHING,
    hints: NO_HINTS,
  },
  requestedModel,
  isStreaming: false,
  wantsUsage: true,
  showsThinking: true,
  endUser: null,
  expected: { ...NOTHING_EXPECTED, toolCalls: 1 },
  body: { kind: 'json', document },
  timeoutMs: request.timeoutMs,
});
