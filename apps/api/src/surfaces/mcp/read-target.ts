import type { Arrival, ServerMethod } from '#call';
import { member, refuse, stringOf, type JsonNode, type JsonString } from '#kernel';
import { MARKED, shownName, uriPrefix, type GrantedServer, type Listed } from '#tools';
import { serverOf, type Asking, type McpTools } from './asking.js';

/** What a request names: a prompt, or the URI of a resource. */
export interface ReadTarget {
  readonly node: JsonString;
  /** Which of both. */
  readonly by: 'uri' | 'name';
  /** What it stands in. */
  readonly owner: JsonNode;
  /** Where, for errors. */
  readonly param: string;
}

/** Of completions, which are of either. */
const REFS: ReadonlyMap<string | undefined, ReadTarget['by']> = new Map([
  ['ref/resource', 'uri'],
  ['ref/prompt', 'name'],
]);

/** @throws tool_arguments_invalid */
export function readTargetIn(params: JsonNode | undefined, method: ServerMethod): ReadTarget {
  const isCompletion = method === 'completion/complete';
  const owner = isCompletion ? member(params, 'ref') : params;
  const by = isCompletion
    ? REFS.get(stringOf(member(owner, 'type')))
    : method === 'resources/read'
      ? 'uri'
      : 'name';
  const node = by && member(owner, by);
  const param = `params${isCompletion ? '.ref' : ''}${by ? `.${by}` : ''}`;
  if (by && owner && node?.kind === 'string') return { node, by, owner, param };
  throw refuse('tool_arguments_invalid', {
    message: `${param} does not name a ${by === 'uri' ? 'resource' : 'prompt'}.`,
    param,
  });
}

/** Where it leads: a server, and what is called so there. */
export interface FoundTarget {
  readonly granted: GrantedServer;
  /** By the server's own name, or URI. */
  readonly own: string;
}

/** @param servers of which it may be @throws mcp_target_unknown */
export async function findTarget(
  { principal }: Arrival,
  { request }: Asking,
  { node: { value }, by, param }: ReadTarget,
  servers: readonly GrantedServer[],
  { lists }: McpTools,
): Promise<FoundTarget> {
  const [only] = servers;
  if (serverOf(request) !== null && only) return { granted: only, own: value };
  const list = ({ provider }: GrantedServer) =>
    lists.list(principal.organisation.id, provider, 'prompts/list').catch(() => []);
  const marked =
    by === 'name' && MARKED.test(value) ? await ofMark(servers, value, list) : undefined;
  const found = marked ?? ofPrefix(servers, value, by);
  if (!found) throw refuse('mcp_target_unknown', { param });
  return found;
}

function ofPrefix(
  servers: readonly GrantedServer[],
  value: string,
  by: ReadTarget['by'],
): FoundTarget | undefined {
  for (const granted of servers) {
    const { name } = granted.provider;
    const prefix = by === 'uri' ? uriPrefix(name) : `${name}__`;
    const own = value.slice(prefix.length);
    const isOwn = value.startsWith(prefix) && (by === 'uri' || shownName(name, own) === value);
    if (isOwn) return { granted, own };
  }
  return undefined;
}

/**
 * A name that was cut is told by its mark alone: what it was, the server's own list has to say. A mark is short enough to be made by
 * trying: what two of them claim leads nowhere.
 */
async function ofMark(
  servers: readonly GrantedServer[],
  value: string,
  list: (granted: GrantedServer) => Promise<readonly Listed[]>,
): Promise<FoundTarget | undefined> {
  const found = await Promise.all(
    servers.map(async (granted) => {
      const { name } = granted.provider;
      const prompt = (await list(granted)).find(({ id }) => shownName(name, id) === value);
      return prompt ? [{ granted, own: prompt.id }] : [];
    }),
  );
  const [first, second] = found.flat();
  return second ? undefined : first;
}
