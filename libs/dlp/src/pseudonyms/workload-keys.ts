import { HmacSha256 } from '#kernel';
import { InstanceSecrets } from '#platform';
import { WORKLOAD_KEYS_MAX } from '../limits.js';

type Owner = Readonly<Record<'organisation' | 'workload', { readonly id: string }>>;

/**
 * One key per workload, derived from the instance's secret: the same value gets the same pseudonym
 * on every turn and every replica, and different ones in different workloads.
 */
export class WorkloadKeys {
  /** In order of use, the least recent first. Derivation takes some ten microseconds. */
  private readonly keys = new Map<string, HmacSha256>();

  constructor(private readonly secrets: InstanceSecrets) {}

  keyOf({ organisation, workload }: Owner): HmacSha256 {
    const purpose = `pseudonym|${organisation.id}|${workload.id}`;
    const key = this.keys.get(purpose) ?? new HmacSha256(this.secrets.derive(purpose));
    this.keys.delete(purpose);
    this.keys.set(purpose, key);
    if (this.keys.size > WORKLOAD_KEYS_MAX) this.dropOldest();
    return key;
  }

  private dropOldest(): void {
    for (const purpose of this.keys.keys()) {
      this.keys.delete(purpose);
      return;
    }
  }
}
