import type { Arrival, ServerMethod } from '#call';
import { NEVER_ENDED, parseAnswer, refuse, runInSlices } from '#kernel';
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

const SHOWN_CHARS_MAX = 4 * 1_048_576; // Of all servers together: as much as one result.

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
 * @returns the answer @throws mcp_method_unknown, upstream_failed, answer_blocked, gateway_overloaded
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
  const result = mcpListOf(SERVER_LISTS[method].of, within(items, SHOWN_CHARS_MAX), isModern);
  const json = writeMcpResult(message.id, result);
  const memory = tools.answers.open(arrival.memory);
  if (json.length > memory.bytesMax) await memory.growTo(json.length);
  const document = await memory.parse(
    json.length,
    () => runInSlices(parseAnswer([Buffer.from(json)]), NEVER_ENDED),
    ({ nodes }) => nodes,
  );
  const text = await inspectShown(arrival, asking, document, tools.inspect, LIST);
  tools.answers.keepOnly(arrival.memory, text);
  return text;
}

/** The first of them that fit. */
function within(items: readonly string[], charsMax: number): readonly string[] {
  let chars = 0;
  const end = items.findIndex(({ length }) => (chars += length) > charsMax);
  return end < 0 ? items : items.slice(0, end);
}

const LIST = { method: 'resources/read', target: '', isList: true } as const;

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
