import type { OrganisationId, WorkloadId } from '#kernel';
import type { Spender } from '../principal.js';
import type { Organisation, Workload } from '../settings.js';

/** The settings in force, held in memory and replaced as a whole when they change. */
export abstract class Directory {
  abstract organisation(id: OrganisationId): Organisation | undefined;
  abstract workload(id: WorkloadId): Workload | undefined;
  abstract organisations(): Iterable<Organisation>;
  /** Every workload, with its organisation. */
  abstract spenders(): Iterable<Spender>;
}
