import type { Nano, OrganisationId } from '#kernel';

/** Which models have a price: those that can be served. */
export abstract class PriceList {
  /**
   * What so many tokens cost of a model, in nano-units of the organisation's currency; undefined where it has
   * no price.
   */
  abstract costOf(
    organisation: OrganisationId,
    provider: string,
    model: string,
    tokens: { readonly inputTokens: number; readonly outputTokens: number },
  ): Nano | undefined;

  /** Ids without the provider's name, of the models that the organisation can be charged for. */
  abstract modelsOf(organisation: OrganisationId, provider: string): readonly string[];
}
