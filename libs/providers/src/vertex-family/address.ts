import type { Endpoint } from '#call';
import { assert, type Secret } from '#kernel';
import type { HttpRequest } from '../http/http-client.js';
import { USER_AGENT } from '../user-agent.js';
import { folderOf, writePath, writeQuery } from '../write-target.js';

/** Of the interface; newer than its beta, and enough for every model. */
const VERSION = 'v1';

const MULTI_REGIONS: ReadonlySet<string> = new Set(['eu', 'us']);

/** Each location has its own host. */
export function vertexBaseUrl(region: string): string {
  if (region === 'global') return 'https://aiplatform.googleapis.com';
  if (MULTI_REGIONS.has(region)) return `https://aiplatform.${region}.rep.googleapis.com`;
  return `https://${region}-aiplatform.googleapis.com`;
}

/** What is called at Vertex, in the words of its path. */
interface Called {
  readonly publisher: 'google' | 'anthropic';
  readonly verb: string;
  /** As server-sent events, where the verb does not say so. */
  readonly asEvents?: boolean;
}

/**
 * A request to a model of a project at a location: all but its body.
 * @param token that the service account's key was exchanged for
 */
export function vertexHead(
  { provider, model, region }: Endpoint,
  token: Secret | undefined,
  { publisher, verb, asEvents = false }: Called,
): Omit<HttpRequest, 'body'> {
  assert(model, 'a conversation is held with a model');
  const { project } = provider;
  assert(project && region, 'the settings name project and location of this family');
  const base = new URL(provider.baseUrl);
  const place = ['projects', project, 'locations', region, 'publishers', publisher];
  const path = writePath([VERSION, ...place, 'models', `${model.id}:${verb}`]);
  return {
    origin: base.origin,
    path: folderOf(base) + path + writeQuery(asEvents ? [['alt', 'sse']] : []),
    method: 'POST',
    headers: {
      'user-agent': USER_AGENT,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token.reveal()}` }),
    },
    secret: token,
  };
}
