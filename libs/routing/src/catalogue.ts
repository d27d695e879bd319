import {
  endpointOf,
  SANDBOX_FAMILY,
  type Jurisdiction,
  type Model,
  type Organisation,
  type PriceList,
  type ResidencyPolicy,
  type ResidencyVerdict,
  type Workload,
} from '#call';
import { isAllowed } from './allow-list.js';
import { findResidency, isBlocked } from './residency/find-residency.js';
import { judgeEndpoint } from './residency/judge-endpoint.js';
import { modelsOf } from './list-models.js';

/** A model of a provider, and what would keep calls from it. */
export interface CatalogueModel {
  /** `<provider>/<model>`. */
  readonly id: string;
  readonly provider: string;
  readonly model: Model;
  readonly isSandbox: boolean;
  /** Its provider is. */
  readonly isEnabled: boolean;
  readonly jurisdiction: Jurisdiction;
  /** What the policy says, enforced or not; null where it is off. */
  readonly residency: ResidencyVerdict | null;
  /** The policy is enforced, says no, and nothing excepts it. */
  readonly isBlocked: boolean;
  /** By the workload's list; true where nobody asked for one. */
  readonly isAllowed: boolean;
}

/**
 * Every model that the settings and the price list know, whether or not it can be reached.
 * @param workload whose allow-list and exceptions count; null for the organisation's policy alone
 * @param nowMs milliseconds since the epoch
 */
export function catalogueOf(
  { organisation, workload }: { organisation: Organisation; workload: Workload | null },
  prices: PriceList,
  nowMs: number,
): readonly CatalogueModel[] {
  return [...organisation.providers.values()].flatMap((provider) =>
    modelsOf(provider, () => prices.modelsOf(organisation.id, provider.name)).map((model) => {
      const id = `${provider.name}/${model.id}`;
      const endpoint = endpointOf(provider, model);
      const { jurisdiction } = endpoint;
      const finding = workload
        ? findResidency({ organisation, workload, requested: id, nowMs }, endpoint)
        : findingOf(organisation.residency, jurisdiction, nowMs);
      return {
        id,
        provider: provider.name,
        model,
        isEnabled: provider.isEnabled,
        isSandbox: provider.family === SANDBOX_FAMILY,
        jurisdiction,
        residency: finding?.verdict ?? null,
        isBlocked: isBlocked(organisation, finding),
        isAllowed: workload === null || isAllowed(workload, id),
      };
    }),
  );
}

const findingOf = (policy: ResidencyPolicy, jurisdiction: Jurisdiction, nowMs: number) =>
  policy.mode === 'off'
    ? null
    : { verdict: judgeEndpoint(policy, jurisdiction, nowMs), exception: null };
