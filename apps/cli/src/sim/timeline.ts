interface Due {
  readonly atMs: number;
  /** Of two at the same moment the one that was planned first. */
  readonly turn: number;
  readonly run: () => void;
}

/** Simulated time: what is planned runs in the order of its moments. Milliseconds. */
export class Timeline {
  private readonly heap: Due[] = [];
  private turn = 0;
  private now = 0;

  get nowMs(): number {
    return this.now;
  }

  after(ms: number, run: () => void): void {
    const due = { atMs: this.now + ms, turn: this.turn++, run };
    const { heap } = this;
    let at = heap.push(due) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] as Due;
      if (!isBefore(due, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = due;
  }

  /** Until nothing is planned before that moment. */
  runUntil(endMs: number): void {
    for (let first = this.heap[0]; first && first.atMs <= endMs; first = this.heap[0]) {
      this.removeFirst();
      this.now = first.atMs;
      first.run();
    }
    this.now = endMs;
  }

  private removeFirst(): void {
    const { heap } = this;
    const last = heap.pop() as Due;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const left = heap[child];
      if (!left) break;
      const right = heap[child + 1];
      if (right && isBefore(right, left)) child++;
      const least = heap[child] as Due;
      if (!isBefore(least, last)) break;
      heap[at] = least;
      at = child;
    }
    heap[at] = last;
  }
}

const isBefore = (one: Due, other: Due): boolean =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.turn < other.turn);
