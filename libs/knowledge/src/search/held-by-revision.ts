import type { StoreRow } from '../keep/stores.js';

interface Held<Value> {
  readonly revision: string;
  readonly loading: Promise<Value>;
  /** 0 until it is known how much it is. */
  bytes: number;
}

/**
 * What was read of the stores that were searched last, in memory: once for each change, one store after the other, so that no
 * more than one is held beyond the bound.
 */
export class HeldByRevision<Value> {
  private readonly held = new Map<string, Held<Value>>();
  private last: Promise<unknown> = Promise.resolve();

  /** @param load says by `take` how many bytes it will hold, before it holds them */
  constructor(
    private readonly bytesMax: number,
    private readonly load: (store: StoreRow, take: (bytes: number) => void) => Promise<Value>,
  ) {}

  /** @throws what loading does */
  of(store: StoreRow): Promise<Value> {
    const known = this.held.get(store.id);
    this.held.delete(store.id);
    const held = known?.revision === store.revision ? known : this.begin(store);
    this.held.set(store.id, held); // The last one, as the one that was used last.
    return held.loading;
  }

  private begin(store: StoreRow): Held<Value> {
    const before = this.last;
    const held: Held<Value> = {
      revision: store.revision,
      bytes: 0,
      loading: before.then(() => this.load(store, (bytes) => this.makeRoom(held, bytes))),
    };
    this.last = held.loading.catch(() => {
      if (this.held.get(store.id) === held) this.held.delete(store.id);
    });
    return held;
  }

  /** The least lately searched go. */
  private makeRoom(held: Held<Value>, bytes: number): void {
    held.bytes = bytes;
    let sum = [...this.held.values()].reduce((all, one) => all + one.bytes, 0);
    for (const [id, one] of this.held) {
      if (sum <= this.bytesMax) break;
      if (one === held) continue;
      sum -= one.bytes;
      this.held.delete(id);
    }
  }
}
