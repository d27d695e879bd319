import type { Timeline } from './timeline.js';

const MICROS_PER_MS = 1_000;

interface Job {
  readonly workMs: number;
  readonly done: () => void;
}

/** Cores that work off what comes, in its order; a part of a core works as much slower. */
export class Cores {
  private readonly waiting: Job[] = [];
  private head = 0;
  private free: number;
  private readonly speed: number;
  private workedMs = 0;

  /** @param cores any number above 0 */
  constructor(
    private readonly time: Timeline,
    cores: number,
  ) {
    this.free = Math.ceil(cores);
    this.speed = cores / this.free;
  }

  /** Core-milliseconds of work begun so far. */
  get busyMs(): number {
    return this.workedMs;
  }

  /** @param micros of one core */
  work(micros: number, done: () => void): void {
    this.waiting.push({ workMs: micros / MICROS_PER_MS, done });
    this.begin();
  }

  private begin(): void {
    while (this.free > 0 && this.head < this.waiting.length) {
      const { workMs, done } = this.waiting[this.head++] as Job;
      this.free--;
      this.workedMs += workMs;
      this.time.after(workMs / this.speed, () => {
        this.free++;
        done();
        this.begin();
      });
    }
    if (this.head === this.waiting.length) this.waiting.length = this.head = 0;
  }
}

/** The write-ahead log: one flush takes everything that waits for it, as PostgreSQL does. */
export class Disk {
  private bytes = 0;
  private waiting: (() => void)[] = [];
  private isFlushing = false;
  private workedMs = 0;

  constructor(
    private readonly time: Timeline,
    private readonly bytesPerMs: number,
    private readonly flushMs: number,
  ) {}

  get busyMs(): number {
    return this.workedMs;
  }

  commit(bytes: number, done: () => void): void {
    this.bytes += bytes;
    this.waiting.push(done);
    if (!this.isFlushing) this.flush();
  }

  private flush(): void {
    const [waiting, writeMs] = [this.waiting, this.bytes / this.bytesPerMs];
    [this.waiting, this.bytes, this.isFlushing] = [[], 0, true];
    this.workedMs += writeMs;
    this.time.after(writeMs + this.flushMs, () => {
      this.isFlushing = false;
      for (const done of waiting) done();
      if (this.waiting.length > 0 && !this.isFlushing) this.flush();
    });
  }
}

/** Row locks of counters, one for each organisation, taken in their order and held until commit. */
export class Locks {
  private readonly held = new Map<number, (() => void)[]>();

  /** @param owners in ascending order, so that no two wait for each other */
  take(owners: readonly number[], taken: () => void, from = 0): void {
    for (let place = from; place < owners.length; place++) {
      const owner = owners[place] as number;
      const queue = this.held.get(owner);
      if (queue) return void queue.push(() => this.take(owners, taken, place + 1));
      this.held.set(owner, []);
    }
    taken();
  }

  release(owners: readonly number[]): void {
    for (const owner of owners) {
      const next = this.held.get(owner)?.shift();
      if (next) next();
      else this.held.delete(owner);
    }
  }
}
