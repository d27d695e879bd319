/** What waits, by whose it is. */
export interface Waiting {
  readonly owner: string;
}

/** A queue in which owners take turns: who brings much waits for itself, and nobody else for it. */
export class FairQueue<Item extends Waiting> {
  /** Whose turn is next stands first. */
  private readonly byOwner = new Map<string, Set<Item>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  sizeOf(owner: string): number {
    return this.byOwner.get(owner)?.size ?? 0;
  }

  /** The one that is to be taken; undefined where none waits. */
  get next(): Item | undefined {
    const [first] = this.byOwner.values();
    return first?.values().next().value;
  }

  add(item: Item): void {
    const own = this.byOwner.get(item.owner);
    if (own) own.add(item);
    else this.byOwner.set(item.owner, new Set([item]));
    this.count++;
  }

  /** It has its turn: whoever else waits comes before its owner again. */
  take(item: Item): void {
    this.delete(item);
    const rest = this.byOwner.get(item.owner);
    if (!rest) return;
    this.byOwner.delete(item.owner);
    this.byOwner.set(item.owner, rest);
  }

  delete(item: Item): void {
    const own = this.byOwner.get(item.owner);
    if (!own?.delete(item)) return;
    this.count--;
    if (own.size === 0) this.byOwner.delete(item.owner);
  }

  /** All of them, of which none waits any more. */
  drain(): readonly Item[] {
    const all = [...this.byOwner.values()].flatMap((own) => [...own]);
    this.byOwner.clear();
    this.count = 0;
    return all;
  }
}
