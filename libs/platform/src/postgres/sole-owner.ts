import { Client } from 'pg';
import type { Clock } from '#kernel';

const OWNER_LOCK = 7_170_003; // Apart from those of the migrations (…001) and the sealer (…002).
const RETRY_MS = 1_000;

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
  ) {}

  /** @throws when another gateway is at work there */
  static async claim(url: string, clock: Clock): Promise<SoleOwner> {
    const owner = new SoleOwner(url, clock);
    if (await owner.tryLock()) return owner;
    throw new Error(
      'Another gateway is at work on this data folder. Stop it, or give this one a GW_DATA_DIR of its own.',
    );
  }

  async release(): Promise<void> {
    this.isReleased = true;
    await this.client?.end().catch(() => undefined);
  }

  private async tryLock(): Promise<boolean> {
    const client = new Client({ connectionString: this.url });
    // A server that was killed comes back without its locks.
    client.on('error', () => void this.lockAgain());
    await client.connect();
    const { rows } = await client.query<{ held: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS held',
      [OWNER_LOCK],
    );
    if (rows[0]?.held) {
      this.client = client;
      return true;
    }
    await client.end();
    return false;
  }

  private async lockAgain(): Promise<void> {
    this.client = undefined;
    while (!this.isReleased && !this.client) {
      await this.clock.sleep(RETRY_MS);
      await this.tryLock().catch(() => false); // Still away; the next turn tries again.
    }
  }
}
