import type { Arrival, ServerMethod } from '#call';
import { Cancellation, parseAnswer, refuse, runInSlices } from '#kernel';
import {
  grantedServers,
  SERVER_LISTS,
  shownName,
  uriPrefix,
  type GrantedServer,
  type Listed,
  type ServerList,
} from '#tools';
import { mcpListOf, writeMcpResult } from '#wire';
import { serverOf, type Asking, type McpTools } from './asking.js';
import { inspectShown } from './inspect-shown.js';

/** What a list is of no use without. */
const METHOD_OF: Readonly<Record<ServerList, ServerMethod>> = {
  'resources/list': 'resources/read',
  'resources/templates/list': 'resources/read',
  'prompts/list': 'prompts/get',
};

export const isServerList = (method: string): method is ServerList => method in METHOD_OF;

/**
 * `resources/list` and its like: of the servers that were granted, as they list it now. Their texts were approved by nobody: data protection
 * looks at them as at results.
 * @returns the answer @throws mcp_method_unknown, upstream_failed, answer_blocked
 */
export async function serverList(
  arrival: Arrival,
  asking: Asking,
  method: ServerList,
  tools: McpTools,
): Promise<string> {
  const { message, isModern, request } = asking;
  const { organisation } = arrival.principal;
  const server = serverOf(request);
  const granted = grantedServers(arrival.principal, METHOD_OF[method], server);
  if (granted.length === 0) throw refuse('mcp_method_unknown');
  const lists = await Promise.allSettled(
    granted.map(({ provider }) => tools.lists.list(organisation.id, provider, method)),
  );
  const [first] = lists;
  // Where other servers have answered, one that is down takes nothing from them.
  if (first?.status === 'rejected' && lists.every(({ status }) => status === 'rejected')) {
    throw first.reason;
  }
  const items = lists.flatMap((list, at) =>
    list.status === 'fulfilled' ? shown(list.value, granted[at], server === null, method) : [],
  );
  const result = mcpListOf(SERVER_LISTS[method].of, items, isModern);
  const json = writeMcpResult(message.id, result);
  const document = await runInSlices(parseAnswer([Buffer.from(json)]), NEVER_ENDED);
  return inspectShown(arrival, asking, document, tools.inspect);
}

const NEVER_ENDED = new Cancellation();

function shown(
  listed: readonly Listed[],
  granted: GrantedServer | undefined,
  isJoint: boolean,
  method: ServerList,
): readonly string[] {
  const name = granted?.provider.name ?? '';
  const call = (id: string): string => {
    if (!isJoint) return id;
    return method === 'prompts/list' ? shownName(name, id) : uriPrefix(name) + id;
  };
  return listed.map(({ id, before, after }) => before + JSON.stringify(call(id)) + after);
}
