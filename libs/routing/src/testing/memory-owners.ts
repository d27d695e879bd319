import { ObjectOwners, type ObjectPlace } from '#call';
import type { WorkloadId } from '#kernel';

/** Keeps owners as the database does, for as long as a test runs. */
export class MemoryOwners extends ObjectOwners {
  readonly rows = new Map<string, WorkloadId>();
  isAway = false;

  ownersOf({ provider }: ObjectPlace, ids: readonly string[]) {
    if (this.isAway) return Promise.reject(new Error('the database is away'));
    const owned = ids.flatMap((id) => {
      const owner = this.rows.get(`${provider} ${id}`);
      return owner ? [[id, owner] as const] : [];
    });
    return Promise.resolve(new Map(owned));
  }

  claim({ provider }: ObjectPlace, workload: WorkloadId, ids: readonly string[]) {
    if (this.isAway) return Promise.reject(new Error('the database is away'));
    for (const id of ids) {
      const key = `${provider} ${id}`;
      if (!this.rows.has(key)) this.rows.set(key, workload);
    }
    return Promise.resolve();
  }
}
