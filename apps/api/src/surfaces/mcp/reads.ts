import type { Arrival, ReceivedCall, ServerMethod } from '#call';
import {
  applyEdits,
  member,
  refuse,
  replaceWithString,
  type JsonDocument,
  type JsonNode,
} from '#kernel';
import { grantedServers } from '#tools';
import { serverOf, type Asking, type McpTools } from './asking.js';
import { findTarget, readTargetIn, type ReadTarget } from './read-target.js';
import { argumentsIn, responsesIn, sentBody } from './sent-body.js';
import { prefixFor, serverCall, stateIn } from './server-call.js';

/**
 * `resources/read`, `prompts/get` and `completion/complete`: a call as that of a tool is, priced and granted by the name of the method.
 * @throws mcp_method_unknown, mcp_target_unknown, tool_arguments_invalid, mcp_state_invalid
 */
export async function serverRead(
  arrival: Arrival,
  asking: Asking,
  method: ServerMethod,
  tools: McpTools,
): Promise<ReceivedCall> {
  const servers = grantedServers(arrival.principal, method, serverOf(asking.request));
  if (servers.length === 0) throw refuse('mcp_method_unknown');
  const target = readTargetIn(asking.message.params, method);
  const { granted, own } = await findTarget(arrival, asking, target, servers, tools);
  const { provider, model } = granted;
  const members =
    method === 'completion/complete'
      ? completionOf(asking, target, own)
      : {
          [target.by]: JSON.stringify(own),
          ...(method === 'prompts/get' && given(asking)),
          inputResponses: responsesIn(asking.document, asking.message.params),
        };
  return serverCall(arrival, asking, {
    method,
    target: own,
    state: stateIn(arrival, asking, { provider, method, target: own }, tools),
    uriPrefix: prefixFor(arrival, asking, provider),
    requestedModel: `${provider.name}/${model.id}`,
    document: await sentBody(members, arrival.callerGone),
  });
}

const given = ({ document, message: { params } }: Asking) => ({
  arguments: argumentsIn(document, params),
});

/** What it completes by the server's own name, and what there is to go by. */
function completionOf(
  { document, message: { params } }: Asking,
  { owner, node }: ReadTarget,
  own: string,
): Readonly<Record<string, string | undefined>> {
  const ref = textOf(document, owner);
  const place = { start: node.start - owner.start, end: node.end - owner.start };
  return {
    ref: applyEdits(ref, [replaceWithString(place, own)]),
    argument: textIn(document, params, 'argument'),
    context: textIn(document, params, 'context'),
  };
}

const textOf = ({ text }: JsonDocument, { start, end }: JsonNode): string => text.slice(start, end);

/** Of a member that there need not be. */
const textIn = (document: JsonDocument, params: JsonNode | undefined, name: string) => {
  const node = member(params, name);
  return node && textOf(document, node);
};
