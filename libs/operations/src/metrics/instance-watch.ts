import { Inject, Injectable, Logger } from '@nestjs/common';
import { LogWatch, Sealer } from '#audit';
import { Clock } from '#kernel';
import { Config, Database, foldersInUse, freeBytes, RedisLink, type Statement } from '#platform';
import { Metrics } from './metrics.js';

const LOOK_MS = 5_000;
const LOOKS_MAX = 2_000; // Nearly three hours of rows that wait; beyond them the lag grows no more.
const S = 1_000;

/** Rows that are recorded and not sealed: the first and the last of their numbers. */
const PENDING: Statement = {
  name: 'watch-pending',
  text: 'SELECT min(n) AS first, max(n) AS last FROM audit_pending',
};

const QUEUES: Statement = {
  name: 'watch-queues',
  text: `
    SELECT 'documents' AS queue, count(*)::int AS waiting FROM document_job WHERE status = 'queued'
    UNION ALL SELECT 'alerts', count(*)::int FROM outbox WHERE failed_at IS NULL`,
};

/** What all processes of an instance see alike, looked at every few seconds. */
@Injectable()
export class InstanceWatch {
  private readonly logger = new Logger('operations');
  private stopLooking: () => void = () => undefined;
  private looking: Promise<void> | undefined;
  /** When rows up to a number had been recorded, the oldest first: those before the first pending one are forgotten. */
  private looks: { readonly atMs: number; readonly last: bigint }[] = [];
  private lagMs = 0;
  private isDatabaseUp = true;
  private queues: readonly { readonly queue: string; readonly waiting: number }[] = [];
  private disks: ReadonlyMap<string, number> = new Map();

  constructor(
    metrics: Metrics,
    sealer: Sealer,
    logs: LogWatch,
    private readonly database: Database,
    @Inject(RedisLink) private readonly redis: RedisLink | null,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    metrics.addReadings([
      [
        'gw_seal_lag_seconds',
        'How long the oldest row has waited to be sealed, to five seconds.',
        () => this.lagMs / S,
        'shared',
      ],
      [
        'gw_log_set_back',
        'Whether the database holds less of a log than was anchored: 1, and no call is let in.',
        () => (sealer.rollback ? 1 : 0),
        'shared',
      ],
      [
        'gw_logs_faulty',
        'Logs with a row that is not as it was sealed, where this process verifies.',
        () => logs.faultyLogs,
        'shared',
      ],
      [
        'gw_log_verified_timestamp_seconds',
        'When the last look at all logs found nothing wrong, where this process verifies.',
        () => logs.verifiedAtMs / S,
        'shared',
      ],
    ]);
    metrics.addLabelled(STORES, () => this.stores());
    metrics.addLabelled(WAITING, () =>
      this.queues.map(({ queue, waiting }) => [[queue], waiting] as const),
    );
    metrics.addLabelled(DISKS, () =>
      [...this.disks].map(([name, free]) => [[name], free] as const),
    );
  }

  async start(): Promise<void> {
    await this.look();
    this.stopLooking = this.clock.every(LOOK_MS, () => {
      this.looking ??= this.look().finally(() => (this.looking = undefined));
    });
  }

  async stop(): Promise<void> {
    this.stopLooking();
    await this.looking;
  }

  private async look(): Promise<void> {
    const folders = foldersInUse(this.config);
    const free = await Promise.all(folders.map(freeBytes));
    const names = folders.map((folder) => (folder === this.config.dataDir ? 'data' : 'anchors'));
    this.disks = new Map(names.map((name, index) => [name, free[index] ?? 0]));
    try {
      const [pending] = await this.database.query<{ first: string | null; last: string }>(PENDING);
      this.readLag(pending?.first ?? null, pending?.last ?? '0');
      this.queues = await this.database.query(QUEUES);
      this.isDatabaseUp = true;
    } catch (fault) {
      if (this.isDatabaseUp) this.logger.warn('the instance could not be looked at', fault);
      this.isDatabaseUp = false;
    }
  }

  private readLag(first: string | null, last: string): void {
    const nowMs = this.clock.monotonicMs();
    if (first === null) this.looks = [];
    else {
      this.looks = this.looks.filter((look) => look.last >= BigInt(first));
      if (this.looks.length < LOOKS_MAX) this.looks.push({ atMs: nowMs, last: BigInt(last) });
    }
    this.lagMs = nowMs - (this.looks[0]?.atMs ?? nowMs);
  }

  private stores() {
    const up = (isUp: boolean) => (isUp ? 1 : 0);
    const stores: (readonly [readonly string[], number])[] = [
      [['postgres'], up(this.isDatabaseUp)],
    ];
    if (this.redis) stores.push([['redis'], up(this.redis.isReady)]);
    return stores;
  }
}

const STORES = {
  name: 'gw_store_up',
  help: 'Whether what holds limits and records answers: 1, or 0.',
  labelNames: ['store'],
  of: 'shared',
} as const;
const WAITING = {
  name: 'gw_jobs_waiting',
  help: 'What waits to be done later, by queue.',
  labelNames: ['queue'],
  of: 'shared',
} as const;
const DISKS = {
  name: 'gw_disk_free_bytes',
  help: "Free where this process writes: its data folder, and its anchors' where that is another one.",
  labelNames: ['folder'],
  of: 'shared',
} as const;
