import type { Spender } from '#call';
import { readStoreId } from '../ids.js';
import type { KnowledgeStores, StoreRow } from '../keep/stores.js';
import { whileStored } from '../keep/while-stored.js';

/** What a workload may search. @throws document_storage_unavailable */
export async function grantedStores(
  { organisation, workload }: Spender,
  stores: KnowledgeStores,
): Promise<readonly StoreRow[]> {
  const ids = workload.knowledge.flatMap((id) => readStoreId(id) ?? []);
  return ids.length === 0 ? [] : whileStored(() => stores.named(organisation.id, ids));
}
