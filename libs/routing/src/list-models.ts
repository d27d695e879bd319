import { SANDBOX_FAMILY, type PriceList, type Principal, type Provider } from '#call';
import { isAllowed } from './allow-list.js';

export interface ListedModel {
  /** `<provider>/<model>` or an alias. */
  readonly id: string;
  readonly ownedBy: string;
  readonly isSandbox: boolean;
  readonly contextTokens: number | null;
  readonly outputTokensMax: number | null;
}

/** What the caller can reach under its policy and credentials; aliases first. */
export function listModels(
  { organisation, workload }: Principal,
  prices: PriceList,
): readonly ListedModel[] {
  const aliases = [...organisation.aliases.keys()].map((id): ListedModel => ({
    id,
    ownedBy: 'alias',
    isSandbox: false,
    contextTokens: null,
    outputTokensMax: null,
  }));
  const models = [...organisation.providers.values()].flatMap((provider) =>
    provider.models.size > 0
      ? modelsOfSettings(provider)
      : prices.modelsOf(organisation.id, provider.name).map((id) => listed(provider, id)),
  );
  return [...aliases, ...models].filter((model) => isAllowed(workload, model.id));
}

const modelsOfSettings = (provider: Provider): readonly ListedModel[] =>
  Array.from(provider.models.values(), ({ id, contextTokens, outputTokensMax }) => ({
    ...listed(provider, id),
    contextTokens,
    outputTokensMax,
  }));

/** A provider whose settings name no models serves those that the price list has of it. */
const listed = (provider: Provider, id: string): ListedModel => ({
  id: `${provider.name}/${id}`,
  ownedBy: provider.name,
  isSandbox: provider.family === SANDBOX_FAMILY,
  contextTokens: null,
  outputTokensMax: null,
});
