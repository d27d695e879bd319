import type { Order, RequestHead } from '../family-adapter.js';
import { USER_AGENT } from '../user-agent.js';
import { writePath } from '../write-target.js';

/** A request of the second version of its format: all but its body. @param verb what is asked of a model */
export function cohereHead(
  { endpoint, secret }: Pick<Order, 'endpoint' | 'secret'>,
  verb: string,
): RequestHead {
  const base = new URL(endpoint.provider.baseUrl);
  const folder = base.pathname.replace(/\/+$/, '').replace(/\/v[12]$/, '');
  return {
    origin: base.origin,
    path: folder + writePath(['v2', verb]),
    method: 'POST',
    headers: {
      'user-agent': USER_AGENT,
      'content-type': 'application/json',
      ...(secret && { authorization: `Bearer ${secret.reveal()}` }),
    },
    secret,
  };
}
