import { SystemClock } from '#kernel';
import { counterStoreContract } from './counter-store-contract.js';
import { MemoryCounterStore } from './memory-counter-store.js';

counterStoreContract(() => {
  const store = new MemoryCounterStore(new SystemClock());
  return Promise.resolve({
    store,
    other: store,
    counter: ({ key }) =>
      Promise.resolve({ spent: store.spent.get(key) ?? 0n, held: store.held(key) }),
    resolve: (id, nano) => Promise.resolve(store.resolve(id, nano)),
    openHolds: () => Promise.resolve([...store.open.keys()]),
  });
});
