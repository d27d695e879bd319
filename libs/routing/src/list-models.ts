import { SANDBOX_FAMILY, type Principal } from '#call';
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
export function listModels({ organisation, workload }: Principal): readonly ListedModel[] {
  const aliases = [...organisation.aliases.keys()].map((id): ListedModel => ({
    id,
    ownedBy: 'alias',
    isSandbox: false,
    contextTokens: null,
    outputTokensMax: null,
  }));
  const models = [...organisation.providers.values()].flatMap((provider) =>
    [...provider.models.values()].map((model): ListedModel => ({
      id: `${provider.name}/${model.id}`,
      ownedBy: provider.name,
      isSandbox: provider.family === SANDBOX_FAMILY,
      contextTokens: model.contextTokens,
      outputTokensMax: model.outputTokensMax,
    })),
  );
  return [...aliases, ...models].filter((model) => isAllowed(workload, model.id));
}
