import type { CatalogueModel } from '#routing';
import type { MovedModelView, ProviderReachView } from './residency.dto.js';

/** A model under the policy in force and under the wanted one. */
export interface Moved extends MovedModelView {
  readonly provider: string;
  readonly zone: string;
}

export function moved(
  before: readonly CatalogueModel[],
  after: readonly CatalogueModel[],
): readonly Moved[] {
  const then = new Map(after.map((one) => [one.id, one]));
  return before.map(({ id, provider, jurisdiction, isBlocked }) => ({
    id,
    provider,
    zone: jurisdiction.zone,
    reachable_before: !isBlocked,
    reachable_after: then.get(id)?.isBlocked === false,
    verdict: then.get(id)?.residency ?? null,
  }));
}

export const countsOf = (models: readonly MovedModelView[]) => ({
  reachable_before: models.filter((one) => one.reachable_before).length,
  reachable_after: models.filter((one) => one.reachable_after).length,
});

/** By provider, in the order of the settings. */
export function reachByProvider(models: readonly Moved[]): ProviderReachView[] {
  const groups = new Map<string, Moved[]>();
  for (const one of models) {
    groups.set(one.provider, [...(groups.get(one.provider) ?? []), one]);
  }
  return [...groups].map(([name, group]) => {
    const verdicts = group.flatMap(({ verdict }) => verdict ?? []);
    return {
      name,
      zones: [...new Set(group.map(({ zone }) => zone))],
      models: group.length,
      ...countsOf(group),
      verdicts: [...new Set(verdicts.filter((verdict) => verdict !== 'allowed'))],
    };
  });
}
