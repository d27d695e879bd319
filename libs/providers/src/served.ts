import type { Family, Operation, Provider } from '#call';
import type { ConversationProtocol } from '#wire';
import { protocolFor } from './family-adapter.js';
import { adapters } from './family-names.js';

/** May a call of this kind go to an endpoint of this family? */
export function servesOperation(operation: Operation['kind'], family: Family): boolean {
  // The one stays on this machine, tools are no model's.
  if (operation === 'anonymize' || operation === 'tool') return false;
  const requests = adapters.get(family)?.requests;
  if (operation === 'complete' && requests?.chat) return true;
  return requests?.[operation] !== undefined;
}

/** Is a caller of this format answered in the provider's own words, nothing translated? */
export function speaksFormat(protocol: ConversationProtocol, provider: Provider): boolean {
  const family = adapters.get(provider.family);
  return family !== undefined && protocolFor(family, provider, protocol) === protocol;
}
