interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (fault: unknown) => void;
}

/**
 * Gathers what comes at about the same time: while one batch is at work, the next collects. No timer is
 * involved, so what comes alone does not wait. A batch that fails fails for all in it.
 */
export class NaturalBatch<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private isRunning = false;

  /** @param work answers for each item, in their order */
  constructor(
    private readonly itemsMax: number,
    private readonly work: (items: readonly Item[]) => Promise<readonly Result[]>,
  ) {}

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.isRunning) return;
      this.isRunning = true;
      setImmediate(() => void this.run());
    });
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.itemsMax);
      try {
        const results = await this.work(batch.map(({ item }) => item));
        for (const [place, { resolve }] of batch.entries()) resolve(results[place] as Result);
      } catch (fault) {
        for (const { reject } of batch) reject(fault);
      }
    }
    this.isRunning = false;
  }
}
