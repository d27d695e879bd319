import { HmacSha256 } from '#kernel';
import { InstanceSecrets } from '#platform';
import { WORKLOAD_KEYS_MAX } from '../limits.js';

type Owner = Readonly<Record<'organisation' | 'workload', { readonly id: string }>>;
/** No name of a value begins so: their labels are in capitals. */
const CONVERSATION = 'conversation\0';

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

  /**
   * Of one conversation: nobody who sees the pseudonyms of two can tell that they stand for one value.
   * @param id the caller's own
   */
  ofConversation(owner: Owner, id: string): HmacSha256 {
    return new HmacSha256(this.keyOf(owner).digest(`${CONVERSATION}${id}`));
  }

  private dropOldest(): void {
    for (const purpose of this.keys.keys()) {
      this.keys.delete(purpose);
      return;
    }
  }
}
