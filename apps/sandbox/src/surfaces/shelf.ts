interface Bounds {
  readonly items: number;
  /** Of all items together. */
  readonly bytes: number;
}

/** What is kept by its id, in memory and within bounds: the oldest make room for the newest. */
export class Shelf<Item extends { readonly bytes: number }> {
  private readonly items = new Map<string, Item>();
  private bytes = 0;

  constructor(private readonly most: Bounds) {}

  put(id: string, item: Item): void {
    this.items.set(id, item);
    this.bytes += item.bytes;
    for (const oldest of this.items.keys()) {
      if (this.items.size <= this.most.items && this.bytes <= this.most.bytes) return;
      this.remove(oldest);
    }
  }

  get(id: string): Item | undefined {
    return this.items.get(id);
  }

  remove(id: string): void {
    this.bytes -= this.items.get(id)?.bytes ?? 0;
    this.items.delete(id);
  }

  /** Newest first, as providers list what they keep. */
  all(): readonly Item[] {
    return [...this.items.values()].reverse();
  }
}
