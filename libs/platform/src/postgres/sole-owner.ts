import { Client } from 'pg';
import type { Clock } from '#kernel';

const OWNER_LOCK = 7_170_003; // Apart from those of the migrations (…001) and the sealer (…002).
const RETRY_MS = 200; // Calls are refused until the lock is back.
const CONNECT_MS = 2_000;

/** What its holder does about the lock. */
export interface OwnerEvents {
  /** The server was killed, and the lock with it: somebody else may take it first. */
  lost(): void;
  regained(): void;
  /** Another gateway is at work now, so this one is not. */
  taken(): void;
}

/**
 * One gateway to a data folder: a session lock on its database, which goes with the process that
 * holds it. Two gateways would each take the other's open calls for those of a dead one.
 */
export class SoleOwner {
  private client: Client | undefined;
  private isReleased = false;

  private constructor(
    private readonly url: string,
    private readonly clock: Clock,
    private readonly events: OwnerEvents,
  ) {}

  /** @throws when another gateway is at work there */
  static async claim(url: string, clock: Clock, events: OwnerEvents): Promise<SoleOwner> {
    const owner = new SoleOwner(url, clock, events);
    if (await owner.tryLock()) return owner;
    throw new Error(
      'Another gateway is at work on this data folder. Stop it, or give this one a GW_DATA_DIR of its own.',
    );
  }

  /** Without a farewell, which a frozen server would not hear. */
  release(): void {
    this.isReleased = true;
    this.client?.connection.stream.destroy();
  }

  private async tryLock(): Promise<boolean> {
    const client = new Client({
      connectionString: this.url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
    });
    client.on('error', ignore); // Told by `end`, which follows.
    try {
      await client.connect();
      const { rows } = await client.query<{ held: boolean }>(
        'SELECT pg_try_advisory_lock($1) AS held',
        [OWNER_LOCK],
      );
      if (!rows[0]?.held) return false;
      this.client = client;
      client.once('end', () => void this.lockAgain());
      return true;
    } finally {
      if (this.client !== client) client.connection.stream.destroy();
    }
  }

  private async lockAgain(): Promise<void> {
    this.client = undefined;
    if (this.isReleased) return;
    this.events.lost();
    while (!this.isReleased) {
      // Undefined while the server is away; the next turn tries again.
      const isHeld = await this.tryLock().catch(() => undefined);
      if (isHeld !== undefined) return isHeld ? this.events.regained() : this.events.taken();
      await this.clock.sleep(RETRY_MS);
    }
  }
}

const ignore = (): void => undefined;
