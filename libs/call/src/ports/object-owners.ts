import type { OrganisationId, WorkloadId } from '#kernel';

/** Where an object lies: a file, a stored response, a batch. */
export interface ObjectPlace {
  readonly organisationId: OrganisationId;
  readonly provider: string;
}

/** Which workload made an object that a provider keeps. Both may reject when nobody can say. */
export abstract class ObjectOwners {
  /** By id; those that were not made through the gateway are missing. */
  abstract ownersOf(
    place: ObjectPlace,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, WorkloadId>>;

  /** Durable when it resolves. An id that has an owner keeps it. */
  abstract claim(place: ObjectPlace, workload: WorkloadId, ids: readonly string[]): Promise<void>;
}
