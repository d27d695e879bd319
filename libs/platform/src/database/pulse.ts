import { Client, DatabaseError } from 'pg';
import { Clock, SystemClock } from '#kernel';

const LOOK_MS = 50; // Between two looks at what is waiting, and at an answer that is waited for.
const STALL_MS = 150; // No answer to anything for so long is worth a question of its own.
const BEAT_MS = 450; // A healthy server answers `SELECT 1` a thousand times faster.
const DIAL_MS = 4_000; // While it is silent nobody waits: a far server has the time to let us in again.
const REDIAL_MS = 1_000;
const CANNOT_CONNECT_NOW = '57P'; // It starts or ends: its former connections are dead.

/** How long anybody waits for a server that does not answer, as far as this process has the CPU. */
export const SILENT_AFTER_MS = STALL_MS + LOOK_MS + BEAT_MS;

/** Nothing was sent: the server does not answer, or this process may not use it now. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

interface Waiting {
  readonly sinceMs: number;
  readonly reject: (fault: Error) => void;
}

/** Our own connection. */
interface Line {
  readonly client: Client;
  readonly opened: Promise<unknown>;
}

/** A question of our own that is not answered yet. */
interface Beat {
  readonly sinceMs: number;
  /** Counted in looks, not in time: while this process stands still, it hears no answer. */
  looksLeft: number;
}

/**
 * Tells within `SILENT_AFTER_MS` that the server has fallen silent, frozen or cut off, long before a statement
 * runs into its own deadline: who waits is told so, and who comes is turned away until it answers
 * again. A slow statement alone is no silence, since then the server still answers the pulse.
 */
export class Pulse {
  /** In the order in which they came. */
  private readonly waiting = new Set<Waiting>();
  private answeredMs = 0;
  private dialledMs = Number.NEGATIVE_INFINITY;
  private silence: DatabaseUnavailable | undefined;
  private suspension: DatabaseUnavailable | undefined;
  private beat: Beat | undefined;
  private line: Line | undefined;
  private readonly stopLooking: () => void;

  /** @param onSilence whoever has sockets to that server may let them go */
  constructor(
    private readonly url: string,
    private readonly onSilence: () => void,
    private readonly clock: Clock = new SystemClock(),
  ) {
    this.stopLooking = this.clock.every(LOOK_MS, () => this.look());
  }

  /** Runs `work`, unless the server is silent; then, or when it falls silent, rejects at once. */
  watch<Result>(work: () => Promise<Result>): Promise<Result> {
    const refusal = this.suspension ?? this.silence;
    if (refusal) return Promise.reject(refusal);
    return new Promise((resolve, reject) => {
      const one = { sinceMs: this.clock.monotonicMs(), reject };
      this.waiting.add(one);
      work().then(
        (result) => {
          this.waiting.delete(one);
          this.answeredMs = this.clock.monotonicMs();
          resolve(result);
        },
        (fault: Error) => {
          this.waiting.delete(one);
          if (fault instanceof DatabaseError) this.answeredMs = this.clock.monotonicMs();
          reject(fault);
        },
      );
    });
  }

  /** Nothing is asked until `resume`, for a reason that the server does not know. */
  suspend(reason: string): void {
    this.suspension = new DatabaseUnavailable(reason);
    this.rejectAll(this.suspension);
  }

  resume(): void {
    this.suspension = undefined;
  }

  get isSilent(): boolean {
    return this.silence !== undefined;
  }

  stop(): void {
    this.stopLooking();
    this.hangUp();
  }

  private look(): void {
    if (this.beat) this.listen(this.beat);
    else if (this.silence || this.isStalled()) this.ask();
    // Before it is needed: to be let in takes a far server longer than a beat.
    else if (!this.line && this.answeredMs - this.dialledMs > REDIAL_MS) this.dial();
  }

  private isStalled(): boolean {
    for (const { sinceMs } of this.waiting) {
      return this.clock.monotonicMs() - Math.max(sinceMs, this.answeredMs) > STALL_MS;
    }
    return false;
  }

  private fallSilent(): void {
    this.hangUp();
    if (this.silence) return;
    this.silence = new DatabaseUnavailable('The database does not answer.');
    this.rejectAll(this.silence);
    this.onSilence();
  }

  private rejectAll(fault: Error): void {
    for (const one of this.waiting) one.reject(fault);
    this.waiting.clear();
  }

  private ask(): void {
    const looksLeft = Math.ceil((this.silence ? DIAL_MS : BEAT_MS) / LOOK_MS);
    const beat = { sinceMs: this.clock.monotonicMs(), looksLeft };
    this.beat = beat;
    void this.select().then((isAlive) => {
      if (this.beat === beat) this.endBeat(isAlive);
    });
  }

  private listen(beat: Beat): void {
    if (--beat.looksLeft > 0) return;
    // An answer to anybody else shows that the server is there, and only our own connection is not.
    const isAlive = this.answeredMs > beat.sinceMs;
    if (isAlive) this.hangUp();
    this.endBeat(isAlive);
  }

  private endBeat(isAlive: boolean): void {
    this.beat = undefined;
    if (isAlive) this.silence = undefined;
    else this.fallSilent();
  }

  /** Whether the server answers, be it that it has no room for one more; waits for as long as it takes. */
  private async select(): Promise<boolean> {
    const { client, opened } = this.line ?? this.dial();
    try {
      await opened;
      await client.query('SELECT 1');
      return true;
    } catch (fault) {
      return fault instanceof DatabaseError && !fault.code?.startsWith(CANNOT_CONNECT_NOW);
    }
  }

  private dial(): Line {
    this.dialledMs = this.clock.monotonicMs();
    const client = new Client({ connectionString: this.url, keepAlive: true });
    const line = { client, opened: client.connect() };
    this.line = line;
    // Lost while nothing was asked of it: the next beat dials anew.
    const forget = () => {
      if (this.line === line) this.line = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    line.opened.catch(forget);
    return line;
  }

  /** Without the farewell that `end` would wait for. */
  private hangUp(): void {
    const { line } = this;
    this.line = undefined;
    line?.client.connection.stream.destroy();
  }
}
