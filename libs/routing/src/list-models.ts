import {
  endpointOf,
  SANDBOX_FAMILY,
  type Endpoint,
  type Model,
  type PriceList,
  type Provider,
  type Spender,
} from '#call';
import { isAllowed } from './allow-list.js';
import { findResidency, isBlocked } from './residency/find-residency.js';
import { endpointsBehind, unlisted } from './resolve-model.js';

export interface ListedModel {
  /** `<provider>/<model>` or an alias. */
  readonly id: string;
  readonly ownedBy: string;
  readonly isSandbox: boolean;
  readonly contextTokens: number | null;
  readonly outputTokensMax: number | null;
}

/**
 * What the caller can reach under its policies and credentials; aliases first.
 * @param nowMs milliseconds since the epoch: exceptions and adequacy decisions end
 */
export function listModels(
  spender: Spender,
  prices: PriceList,
  nowMs: number,
): readonly ListedModel[] {
  const { organisation, workload } = spender;
  const isLimited = organisation.residency.mode === 'enforce';
  const mayServe = (requested: string) => (endpoint: Endpoint) =>
    !isBlocked(organisation, findResidency({ organisation, workload, requested, nowMs }, endpoint));
  const isOpen = (requested: string, endpoints: () => readonly Endpoint[]): boolean =>
    isAllowed(workload, requested) && (!isLimited || endpoints().some(mayServe(requested)));
  const names = new Set([...workload.aliases.keys(), ...organisation.aliases.keys()]);
  const aliases = [...names]
    .filter((name) => isOpen(name, () => endpointsBehind(spender, name)))
    .map((id): ListedModel => ({
      id,
      ownedBy: 'alias',
      isSandbox: false,
      contextTokens: null,
      outputTokensMax: null,
    }));
  const models = [...organisation.providers.values()].flatMap((provider) =>
    modelsOf(provider, () => prices.modelsOf(organisation.id, provider.name))
      .filter((model) => isOpen(idIn(provider, model), () => [endpointOf(provider, model)]))
      .map((model) => listed(provider, model)),
  );
  return [...aliases, ...models];
}

/** A provider whose settings name no models serves those that the price list has of it. */
export const modelsOf = (provider: Provider, priced: () => readonly string[]): readonly Model[] =>
  provider.models.size > 0 ? [...provider.models.values()] : priced().map(unlisted);

const idIn = ({ name }: Provider, { id }: Model): string => `${name}/${id}`;

const listed = (provider: Provider, model: Model): ListedModel => ({
  id: idIn(provider, model),
  ownedBy: provider.name,
  isSandbox: provider.family === SANDBOX_FAMILY,
  contextTokens: model.contextTokens,
  outputTokensMax: model.outputTokensMax,
});
