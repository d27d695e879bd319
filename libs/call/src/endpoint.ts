import type { Jurisdiction } from './residency/jurisdiction.js';
import type { Model, Provider } from './settings.js';

/** One place that may serve a call. */
export interface Endpoint {
  readonly provider: Provider;
  /** Null on paths that name no model. */
  readonly model: Model | null;
  /** The provider's own name for where it computes; null where it has only one. */
  readonly region: string | null;
  readonly jurisdiction: Jurisdiction;
  /** Names the credential, whose secret only the dispatcher fetches; null where none is needed. */
  readonly credentialId: string | null;
}

/** The endpoint of a provider as it is configured. */
export const endpointOf = (provider: Provider, model: Model | null): Endpoint => ({
  provider,
  model,
  region: provider.region,
  jurisdiction: jurisdictionOf(provider, model),
  credentialId: provider.credentialId,
});

/** Some ids tell a kind of deployment that processes elsewhere. */
const jurisdictionOf = (provider: Provider, model: Model | null): Jurisdiction =>
  provider.profiles.find(({ ids }) => model !== null && ids.test(model.id))?.jurisdiction ??
  provider.jurisdiction;
