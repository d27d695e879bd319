import {
  AUTO_NAME,
  autoModels,
  endpointOf,
  isDoneBy,
  isLocal,
  LOCAL_PROVIDER,
  SANDBOX_FAMILY,
  TOOL_FAMILY,
  type Endpoint,
  type LocalModels,
  type Model,
  type PriceList,
  type Provider,
  type Workload,
} from '#call';
import { servesOperation } from '#providers';
import { aliasTo } from './auto/auto-route.js';
import { isAllowed } from './allow-list.js';
import { findResidency, isBlocked } from './residency/find-residency.js';
import { endpointsBehind, unlisted, type Named } from './resolve-model.js';

/** That a list tells of. */
export const LISTED_OPERATIONS = ['chat', 'decide'] as const;

export interface ListedModel {
  /** `<provider>/<model>` or an alias. */
  readonly id: string;
  readonly ownedBy: string;
  readonly isSandbox: boolean;
  readonly contextTokens: number | null;
  readonly outputTokensMax: number | null;
  readonly takes: readonly (typeof LISTED_OPERATIONS)[number][];
}

/** Whose list it is: what it reads of a workload, since one that is yet to be made has a list, too. */
export interface ListedFor extends Named {
  readonly workload: Pick<Workload, 'aliases' | 'allowedModels' | 'residencyExceptions'>;
}

/** What there is beside the settings. */
export interface ModelSources {
  readonly prices: PriceList;
  readonly localModels: LocalModels;
}

/**
 * What the caller can reach under its policies and credentials; aliases first.
 * @param nowMs milliseconds since the epoch: exceptions and adequacy decisions end
 */
export function listModels(
  spender: ListedFor,
  { prices, localModels }: ModelSources,
  nowMs: number,
): readonly ListedModel[] {
  const { organisation, workload } = spender;
  const isLimited = organisation.residency.mode === 'enforce';
  const mayServe = (requested: string) => (endpoint: Endpoint) =>
    !isBlocked(organisation, findResidency({ organisation, workload, requested, nowMs }, endpoint));
  const localPriced = new Set(prices.modelsOf(organisation.id, LOCAL_PROVIDER.name));
  const canServe = (endpoint: Endpoint): boolean => {
    const { provider, model } = endpoint;
    if (!isLocal(endpoint)) return provider.isEnabled && provider.family !== TOOL_FAMILY;
    return model !== null && localPriced.has(model.id) && localModels.isReady(model.id);
  };
  const isOpen = (requested: string, endpoints: () => readonly Endpoint[]): boolean => {
    if (!isAllowed(workload, requested)) return false;
    const enabled = endpoints().filter(canServe);
    return isLimited ? enabled.some(mayServe(requested)) : enabled.length > 0;
  };
  const names = new Set([...workload.aliases.keys(), ...organisation.aliases.keys()]);
  const { auto } = organisation;
  if (auto) names.add(AUTO_NAME);
  const made = auto ? aliasTo(autoModels(auto)) : undefined;
  const aliases = [...names]
    .filter((name) => isOpen(name, () => endpointsBehind(spender, name, made)))
    .map((id): ListedModel => ({
      id,
      ownedBy: 'alias',
      isSandbox: false,
      contextTokens: null,
      outputTokensMax: null,
      takes: takenOf(endpointsBehind(spender, id, made), true),
    }));
  const models = [...organisation.providers.values(), LOCAL_PROVIDER].flatMap((provider) =>
    modelsOf(provider, () => prices.modelsOf(organisation.id, provider.name))
      .filter((model) => !names.has(idIn(provider, model)))
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
  takes: takenOf([endpointOf(provider, model)], false),
});

/** A provider's typed model is reached by its own name alone. */
const takenOf = (endpoints: readonly Endpoint[], isAlias: boolean): ListedModel['takes'] =>
  LISTED_OPERATIONS.filter((operation) =>
    endpoints.some((endpoint) =>
      isLocal(endpoint)
        ? isDoneBy(endpoint, operation)
        : servesOperation(operation, endpoint.provider.family) &&
          !(isAlias && operation === 'decide'),
    ),
  );
