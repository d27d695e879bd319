import { Injectable } from '@nestjs/common';
import { Clock, type OrganisationId, type WorkloadId } from '#kernel';
import { Directory, type Organisation, type Workload } from '#call';
import { Config } from '#platform';
import { buildSettings, type Snapshot } from './build-settings.js';
import { SettingsRepository } from './settings.repository.js';

const POLL_MS = 1_000; // A change or a revoked key is in force on every replica within two seconds.

/** Told when the keys of the instance changed, so that caches let go of them. */
export type EpochListener = (name: 'settings' | 'keys') => void;

/** The settings in force, read from the database at start and again whenever their epoch moves. */
@Injectable()
export class DatabaseDirectory extends Directory {
  private snapshot: Snapshot = { organisations: new Map(), workloads: new Map() };
  private epochs: ReadonlyMap<string, string> = new Map();
  private readonly listeners: EpochListener[] = [];
  private stopPolling: () => void = () => undefined;
  private isPolling = false;
  /** Monotonic reading of the last poll that reached the database. */
  private polledMs = 0;

  constructor(
    private readonly repository: SettingsRepository,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** @throws when the database cannot be read: without settings nothing may be served */
  async start(): Promise<void> {
    this.epochs = await this.repository.readEpochs();
    await this.reload();
    this.polledMs = this.clock.monotonicMs();
    this.stopPolling = this.clock.every(POLL_MS, () => void this.poll());
  }

  stop(): void {
    this.stopPolling();
  }

  onEpoch(listener: EpochListener): void {
    this.listeners.push(listener);
  }

  /** Reads what changed since the last look. A lost database is met again at the next tick. */
  async poll(): Promise<void> {
    if (this.isPolling) return;
    this.isPolling = true;
    try {
      const epochs = await this.repository.readEpochs();
      this.polledMs = this.clock.monotonicMs();
      const changed = (['settings', 'keys'] as const).filter(
        (name) => epochs.get(name) !== this.epochs.get(name),
      );
      if (changed.includes('settings')) await this.reload();
      this.epochs = epochs;
      for (const name of changed) for (const listener of this.listeners) listener(name);
    } catch {
      // The last good settings stay in force; admission itself fails closed without a database.
    } finally {
      this.isPolling = false;
    }
  }

  /** How long ago this replica last heard of revocations, in milliseconds. */
  stalenessMs(): number {
    return this.clock.monotonicMs() - this.polledMs;
  }

  organisation(id: OrganisationId): Organisation | undefined {
    return this.snapshot.organisations.get(id);
  }

  workload(id: WorkloadId): Workload | undefined {
    return this.snapshot.workloads.get(id);
  }

  organisations(): Iterable<Organisation> {
    return this.snapshot.organisations.values();
  }

  private async reload(): Promise<void> {
    this.snapshot = buildSettings(await this.repository.readAll(), this.config.secretOf);
  }
}
