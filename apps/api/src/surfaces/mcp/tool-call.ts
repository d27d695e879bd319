import type { Arrival, ReceivedCall } from '#call';
import { member, parseJson, refuse, stringOf, valueOf } from '#kernel';
import { checkArguments, grantedTools, type GrantedTool, type ToolServers } from '#tools';
import { writeMcpResult } from '#wire';
import type { NoCall } from '../../http/surface.js';
import { serverOf, type Asking, type McpTools } from './asking.js';
import { inspectShown } from './inspect-shown.js';
import { knowledgeTool, searchByTool } from './knowledge-tool.js';
import { prefixFor, serverCall, stateIn } from './server-call.js';
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
  tools: McpTools,
): Promise<ReceivedCall | NoCall> {
  const { servers, stores, search } = tools;
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
      answerWithin: async () => {
        const shown = parseJson(writeMcpResult(message.id, await answer()));
        const of = { method: 'tools/call', target: own.shownAs } as const;
        const text = await inspectShown(arrival, asking, shown, tools.inspect, of);
        return { status: 200, headers: {}, text };
      },
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
  return serverCall(arrival, asking, {
    ...meant,
    state: stateIn(arrival, asking, { provider, ...meant }, tools),
    uriPrefix: prefixFor(arrival, asking, provider),
    requestedModel: `${provider.name}/${model.id}`,
    document: sent,
  });
}
