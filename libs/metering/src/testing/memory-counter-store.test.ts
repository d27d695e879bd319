import { SystemClock } from '#kernel';
import { heldCallOf } from '../admission/admission-request.js';
import { counterStoreContract } from './counter-store-contract.js';
import { MemoryCounterStore } from './memory-counter-store.js';
import { MemoryIntentStore } from './memory-intent-store.js';

counterStoreContract(() => {
  const store = new MemoryCounterStore(new SystemClock());
  const intents = new MemoryIntentStore();
  return Promise.resolve({
    store,
    other: store,
    intents,
    counter: ({ key }) =>
      Promise.resolve({ spent: store.spent.get(key) ?? 0n, held: store.held(key) }),
    resolve: (request, nano) => store.settle([{ ...heldCallOf(request), nano }]),
    openHolds: () => Promise.resolve([...store.open.keys()]),
    openIntents: () => Promise.resolve([...intents.opened]),
  });
});
