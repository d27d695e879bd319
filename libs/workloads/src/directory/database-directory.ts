import { Injectable, Logger } from '@nestjs/common';
import { Clock, type OrganisationId, type Secret, type WorkloadId } from '#kernel';
import { Directory, type Organisation, type Spender, type Workload } from '#call';
import { Config, type EpochName, type Epochs } from '#platform';
import { buildSettings, type BuiltSettings } from './build-settings.js';
import { outdatedFacts } from '../residency/outdated-facts.js';
import { SecretFiles, secretFilesOf } from './secret-files.js';
import { StoredSecrets } from './stored-secrets.js';
import { SettingsRepository, type OrganisationRow } from './settings.repository.js';

const POLL_MS = 1_000; // A change or a revoked key is in force on every replica within two seconds.

/**
 * Told of each organisation whose settings (prices included) or keys are others now; also of one that
 * is gone. One that fails is told again at the next poll, so it must bear being told twice.
 */
export type EpochListener = (name: EpochName, organisation: OrganisationId) => Promise<void> | void;

/** The settings in force, read from the database at start and again where their epoch moves. */
@Injectable()
export class DatabaseDirectory extends Directory {
  private readonly logger = new Logger('settings');
  private inForce: ReadonlyMap<OrganisationId, BuiltSettings> = new Map();
  private workloads: ReadonlyMap<WorkloadId, Workload> = new Map();
  private epochs: Epochs = new Map();
  /** Of the providers in force; looked at here, since a replica may have no settings file. */
  private readonly secretFiles = new Map<OrganisationId, SecretFiles>();
  private readonly listeners: EpochListener[] = [];
  private stopPolling: () => void = () => undefined;
  private polling: Promise<void> | undefined;
  /** Monotonic reading of the last poll that reached the database. */
  private polledMs = 0;

  constructor(
    private readonly repository: SettingsRepository,
    private readonly storedSecrets: StoredSecrets,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** @throws when the database cannot be read: without settings nothing may be served */
  async start(): Promise<void> {
    await this.look();
    this.stopPolling = this.clock.every(POLL_MS, () => void this.poll());
  }

  stop(): void {
    this.stopPolling();
  }

  onEpoch(listener: EpochListener): void {
    this.listeners.push(listener);
  }

  /** Reads what changed since the last look. A lost database is met again at the next tick. */
  poll(): Promise<void> {
    this.polling ??= this.look()
      // The last good settings stay in force; admission itself fails closed without a database.
      .catch(() => undefined)
      .finally(() => (this.polling = undefined));
    return this.polling;
  }

  /** What is committed by now is in force on this replica when this resolves. */
  async refresh(): Promise<void> {
    await this.polling; // It may have looked before the commit.
    await this.poll();
  }

  /**
   * What stands in the database may have been made a moment ago, by a request beside this one or by
   * another replica: it is read before it is missed.
   */
  async findOrRefresh<Found>(find: () => Found | undefined): Promise<Found | undefined> {
    const known = find();
    if (known !== undefined) return known;
    await this.refresh();
    return find();
  }

  /** How long ago this replica last heard of revocations, in milliseconds. */
  stalenessMs(): number {
    return this.clock.monotonicMs() - this.polledMs;
  }

  organisation(id: OrganisationId): Organisation | undefined {
    return this.inForce.get(id)?.organisation;
  }

  workload(id: WorkloadId): Workload | undefined {
    return this.workloads.get(id);
  }

  /** Only when it is one of that organisation's. */
  workloadOf(organisation: OrganisationId, id: WorkloadId): Workload | undefined {
    return this.inForce.get(organisation)?.workloads.get(id);
  }

  /** Of a provider's credential, as it is in force. */
  secretOf(id: OrganisationId, credentialId: string): Secret | undefined {
    return this.inForce.get(id)?.secrets.get(credentialId);
  }

  organisations(): Iterable<Organisation> {
    return Array.from(this.inForce.values(), ({ organisation }) => organisation);
  }

  *spenders(): Generator<Spender> {
    for (const { organisation, workloads } of this.inForce.values()) {
      for (const workload of workloads.values()) yield { organisation, workload };
    }
  }

  /** Epochs are read before what they count, so a change in between is read again, never missed. */
  private async look(): Promise<void> {
    const epochs = await this.repository.readEpochs();
    this.polledMs = this.clock.monotonicMs();
    const known = this.epochs;
    // First, since a revoked key must not wait until settings are read.
    await this.tell('keys', moved('keys', known, epochs));
    const changed = moved('settings', known, epochs);
    const other = new Set([...changed, ...(await this.withOtherSecrets())]);
    if (other.size > 0) await this.reread([...other]);
    await this.tell('settings', changed);
    this.epochs = epochs;
  }

  private async withOtherSecrets(): Promise<readonly OrganisationId[]> {
    const looked = Array.from(this.secretFiles, async ([id, files]) =>
      (await files.haveChanged()) ? [id] : [],
    );
    return (await Promise.all(looked)).flat();
  }

  private async reread(changed: readonly OrganisationId[]): Promise<void> {
    const rows = await this.repository.readOrganisations(changed);
    const inForce = new Map(this.inForce);
    const present = new Set(rows.map(({ id }) => id));
    for (const id of changed) if (!present.has(id)) this.forget(id, inForce);
    for (const row of rows) await this.build(row, inForce);
    this.inForce = inForce;
    this.workloads = new Map([...inForce.values()].flatMap(({ workloads }) => [...workloads]));
  }

  /** One organisation that cannot be read must not keep the others from their changes. */
  private async build(
    row: OrganisationRow,
    inForce: Map<OrganisationId, BuiltSettings>,
  ): Promise<void> {
    try {
      // Digests first: a secret that changes in between is read again, never missed.
      this.secretFiles.set(
        row.id,
        await SecretFiles.read(
          secretFilesOf({ providers: row.providers, organisation: row.settings }),
        ),
      );
      const sealed = new Map(row.secrets.map((one) => [one.id, one.sealed]));
      const built = buildSettings(row, this.config.secretOf, (id) =>
        this.storedSecrets.open(row.id, id, Buffer.from(sealed.get(id) ?? '', 'base64')),
      );
      inForce.set(row.id, built);
      const providers = built.organisation.providers.values();
      for (const line of outdatedFacts(providers, this.clock.nowMs())) this.logger.warn(line);
    } catch (fault) {
      const kept = inForce.has(row.id) ? 'its last good ones stay' : 'its calls are refused';
      this.logger.error(`the settings of organisation ${row.id} cannot be used; ${kept}`, fault);
    }
  }

  private forget(id: OrganisationId, inForce: Map<OrganisationId, BuiltSettings>): void {
    inForce.delete(id);
    this.secretFiles.delete(id);
  }

  private async tell(name: EpochName, organisations: readonly OrganisationId[]): Promise<void> {
    const told = organisations.flatMap((id) =>
      this.listeners.map(async (listen) => listen(name, id)),
    );
    await Promise.all(told);
  }
}

/** The organisations whose epoch is another, those that came and those that went included. */
function moved(name: EpochName, before: Epochs, after: Epochs): readonly OrganisationId[] {
  const every = new Set([...before.keys(), ...after.keys()]);
  return [...every].filter((id) => before.get(id)?.[name] !== after.get(id)?.[name]);
}
