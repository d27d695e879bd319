import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#kernel';
import { Database, textArray, timestampArray, type Statement } from '#platform';

const FLUSH_MS = 60_000;

// In one order, so that replicas which write the same keys never wait for each other in a circle.
const WRITE: Statement = {
  name: 'key-uses-write',
  text: `WITH used AS (SELECT * FROM unnest($1::text[], $2::timestamptz[]) AS u(id, at)),
      locked AS (SELECT k.id FROM virtual_key k JOIN used USING (id)
        ORDER BY k.id FOR NO KEY UPDATE OF k)
    UPDATE virtual_key k SET last_used_at = greatest(k.last_used_at, used.at)
    FROM used JOIN locked USING (id) WHERE k.id = used.id`,
};

/** When each key last served, written down once a minute for all of them: no call waits for it. */
@Injectable()
export class KeyUses {
  private readonly logger = new Logger('keys');
  /** Of keys that the store knows, so there are no more than it has. */
  private used = new Map<string, number>();
  private stopFlushing: () => void = () => undefined;
  private flushing: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param atMs milliseconds since the epoch */
  note(keyId: string, atMs: number): void {
    this.used.set(keyId, atMs);
  }

  start(): void {
    this.stopFlushing = this.clock.every(FLUSH_MS, () => void this.flush());
  }

  async stop(): Promise<void> {
    this.stopFlushing();
    await this.flushing; // Of what was used since it began, it knows nothing.
    await this.flush();
  }

  /** Never rejects: what could not be written waits for the next minute. */
  flush(): Promise<void> {
    this.flushing ??= this.write().finally(() => (this.flushing = undefined));
    return this.flushing;
  }

  private async write(): Promise<void> {
    const written = this.used;
    if (written.size === 0) return;
    this.used = new Map();
    const [ids, times] = [[...written.keys()], [...written.values()]];
    try {
      await this.database.query(WRITE, [textArray(ids), timestampArray(times)]);
    } catch (fault) {
      this.logger.warn('when keys were last used could not be written; it is tried again', fault);
      for (const [id, atMs] of written) if (!this.used.has(id)) this.used.set(id, atMs);
    }
  }
}
