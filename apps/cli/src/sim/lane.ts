/** Work that goes in natural batches: while one is under way, the next collects. */
export class Lane<Item> {
  private waiting: Item[] = [];
  private isRunning = false;

  /**
   * @param itemsMax of a batch
   * @param soon when a batch is taken, after it could be
   * @param work calls `done` when the next batch may begin
   */
  constructor(
    private readonly itemsMax: number,
    private readonly soon: (take: () => void) => void,
    private readonly work: (batch: readonly Item[], done: () => void) => void,
  ) {}

  add(item: Item): void {
    this.waiting.push(item);
    if (this.isRunning) return;
    this.isRunning = true;
    this.gather();
  }

  private gather(): void {
    this.soon(() => {
      this.work(this.waiting.splice(0, this.itemsMax), () => {
        if (this.waiting.length > 0) this.gather();
        else this.isRunning = false;
      });
    });
  }
}
