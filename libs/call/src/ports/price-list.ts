import type { OrganisationId } from '#kernel';

/** Which models have a price: those that can be served. */
export abstract class PriceList {
  /** Ids without the provider's name, of the models that the organisation can be charged for. */
  abstract modelsOf(organisation: OrganisationId, provider: string): readonly string[];
}
