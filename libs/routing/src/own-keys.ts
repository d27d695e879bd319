import { endpointOf, type Endpoint, type Organisation, type Provider } from '#call';
import { idOf } from './endpoint-id.js';
import { unlisted } from './resolve-model.js';

/**
 * A shared key never takes the place of one's own unseen: where an organisation has a key of its own for
 * the same address, that comes first, and the shared one follows only where that is allowed.
 * @param endpoints in the order in which a name leads to them
 * @param isPinned the caller named the provider itself, so that its key is no surprise
 */
export function ownKeysFirst(
  organisation: Organisation,
  endpoints: readonly Endpoint[],
  isPinned: boolean,
): readonly Endpoint[] {
  const all = endpoints.flatMap((endpoint): readonly Endpoint[] => {
    const { provider } = endpoint;
    if (provider.credential === 'managed') {
      const own = isPinned ? undefined : ownKeyBeside(organisation, provider);
      return own ? [at(own, endpoint), endpoint] : [endpoint];
    }
    const shared = provider.fallback === 'managed' && sharedBeside(organisation, provider);
    return shared ? [endpoint, at(shared, endpoint)] : [endpoint];
  });
  return [...new Map(all.map((endpoint) => [idOf(endpoint), endpoint])).values()];
}

/** The provider with an own key at the address of one whose key is shared. */
export const ownKeyBeside = (organisation: Organisation, shared: Provider): Provider | undefined =>
  beside(organisation, shared, 'own');

const sharedBeside = (organisation: Organisation, own: Provider): Provider | undefined =>
  beside(organisation, own, 'managed');

const beside = (
  { providers }: Organisation,
  { family, baseUrl }: Provider,
  credential: Provider['credential'],
): Provider | undefined =>
  [...providers.values()].find(
    (one) => one.credential === credential && one.family === family && one.baseUrl === baseUrl,
  );

const at = (provider: Provider, { model }: Endpoint): Endpoint =>
  endpointOf(provider, model && (provider.models.get(model.id) ?? unlisted(model.id)));
