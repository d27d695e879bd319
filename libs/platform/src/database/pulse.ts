import { Client } from 'pg';
import { Clock, SystemClock } from '#kernel';

const LOOK_MS = 100; // Between two looks at what is waiting.
const STALL_MS = 250; // No answer to anything for so long is worth a question of its own.
const BEAT_MS = 400; // A healthy server answers `SELECT 1` a thousand times faster.
const LATE_MS = 100; // A timer this late shows that our own process stood still, not the server.

/** Nothing was sent: the server does not answer, or this process may not use it now. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

interface Waiting {
  readonly sinceMs: number;
  readonly reject: (fault: Error) => void;
}

/**
 * Tells within a second that the server has fallen silent, frozen or cut off, long before a statement
 * runs into its own deadline: who waits is told so, and who comes is turned away until it answers
 * again. A slow statement alone is no silence, since then the server still answers the pulse.
 */
export class Pulse {
  /** In the order in which they came. */
  private readonly waiting = new Set<Waiting>();
  private answeredMs = 0;
  private silence: DatabaseUnavailable | undefined;
  private suspension: DatabaseUnavailable | undefined;
  private isFeeling = false;
  private client: Client | undefined;
  private readonly stopLooking: () => void;

  /** @param onSilence whoever has sockets to that server may let them go */
  constructor(
    private readonly url: string,
    private readonly onSilence: () => void,
    private readonly clock: Clock = new SystemClock(),
  ) {
    this.stopLooking = this.clock.every(LOOK_MS, () => void this.look());
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
          this.end(one);
          resolve(result);
        },
        (fault: Error) => {
          this.end(one);
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
    this.dropClient();
  }

  private end(one: Waiting): void {
    this.waiting.delete(one);
    this.answeredMs = this.clock.monotonicMs();
  }

  private async look(): Promise<void> {
    if (this.isFeeling) return;
    if (!this.silence && !this.isStalled()) return;
    this.isFeeling = true;
    const isAlive = await this.feel();
    this.isFeeling = false;
    if (isAlive) this.silence = undefined;
    else this.fallSilent();
  }

  private isStalled(): boolean {
    for (const { sinceMs } of this.waiting) {
      return this.clock.monotonicMs() - Math.max(sinceMs, this.answeredMs) > STALL_MS;
    }
    return false;
  }

  private fallSilent(): void {
    this.dropClient();
    if (this.silence) return;
    this.silence = new DatabaseUnavailable('The database does not answer.');
    this.rejectAll(this.silence);
    this.onSilence();
  }

  private rejectAll(fault: Error): void {
    for (const one of this.waiting) one.reject(fault);
    this.waiting.clear();
  }

  /** Whether the server answers within the beat, as far as this process had the time to listen. */
  private async feel(): Promise<boolean> {
    const answer = this.ask().then(
      () => true,
      () => false,
    );
    for (;;) {
      const startedMs = this.clock.monotonicMs();
      const over = new AbortController();
      const isAlive = await Promise.race([
        answer,
        this.clock.sleep(BEAT_MS, over.signal).then(() => undefined),
      ]);
      over.abort();
      if (isAlive !== undefined) return isAlive;
      if (this.clock.monotonicMs() - startedMs < BEAT_MS + LATE_MS) return false;
    }
  }

  private async ask(): Promise<void> {
    if (!this.client) {
      const client = new Client({ connectionString: this.url, keepAlive: true });
      this.client = client;
      // Lost while nothing was asked of it: the next beat dials anew.
      client.on('error', () => this.forget(client));
      client.on('end', () => this.forget(client));
      await client.connect();
    }
    await this.client?.query('SELECT 1');
  }

  private forget(client: Client): void {
    if (this.client === client) this.client = undefined;
  }

  /** Without the farewell that `end` would wait for. */
  private dropClient(): void {
    const { client } = this;
    this.client = undefined;
    client?.connection.stream.destroy();
  }
}
