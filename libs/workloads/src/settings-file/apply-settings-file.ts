import { Injectable, Logger } from '@nestjs/common';
import type { Secret } from '#kernel';
import { Config, Database, type Tx } from '#platform';
import { nameOfRef, readSecret, type Variables } from '../directory/read-secret.js';
import { SettingsRepository } from '../directory/settings.repository.js';
import { KeyHasher } from '../keys/key-hasher.js';
import { KeyRepository } from '../keys/key.repository.js';
import { parseVirtualKey } from '../keys/virtual-key.js';
import { findAlertFaults } from './find-alert-faults.js';
import { SettingsFault } from './read-settings-file.js';
import type { KeyDto, SettingsFile } from './settings-file.dto.js';
import type { OrganisationId, WorkloadId } from '#kernel';

/** Runs in the transaction that applies the file; writes the prices, which metering owns. */
export type ApplyPrices = (
  tx: Tx,
  organisation: OrganisationId,
  file: SettingsFile,
) => Promise<void>;

export interface ApplyOptions {
  /** Who owns what is written: `file`, or `first-run`. */
  readonly managedBy?: string;
  /** Where `{env: NAME}` is looked up; the process environment unless said otherwise. */
  readonly variables?: Variables;
  /** What is wrong with the secret of a provider of a family, where its form tells. */
  readonly secretFaultOf?: (family: string, secret: Secret) => string | undefined;
}

/** Puts a settings file into force: one transaction, so a bad file changes nothing. */
@Injectable()
export class SettingsApplier {
  private readonly logger = new Logger('settings');

  constructor(
    private readonly database: Database,
    private readonly settings: SettingsRepository,
    private readonly keys: KeyRepository,
    private readonly hasher: KeyHasher,
    private readonly config: Config,
  ) {}

  /** @throws SettingsFault when a secret or a server that the file needs is not there */
  async apply(
    file: SettingsFile,
    applyPrices: ApplyPrices,
    {
      managedBy = 'file',
      variables = this.config.secretOf,
      secretFaultOf = () => undefined,
    }: ApplyOptions = {},
  ): Promise<void> {
    const faults = findAlertFaults(file, this.config, variables);
    if (faults.length > 0) throw new SettingsFault(faults);
    const virtualKeys = resolveSecrets(file, variables, secretFaultOf);
    await this.database.transaction(async (tx) => {
      await this.settings.lock(tx);
      const organisation = await this.settings.upsertOrganisation(tx, file.organisation, managedBy);
      await this.settings.replaceOwned(tx, 'provider', organisation, file.providers, managedBy);
      await this.settings.replaceOwned(tx, 'alias', organisation, file.aliases, managedBy);
      await applyPrices(tx, organisation, file);
      const kept: Buffer[] = [];
      for (const dto of file.workloads) {
        const workload = await this.settings.upsertWorkload(tx, organisation, dto, managedBy);
        for (const key of dto.keys) {
          kept.push(
            await this.addKey(tx, { organisation, workload, key, managedBy }, virtualKeys.get(key)),
          );
        }
      }
      if (managedBy === 'file') await this.keys.revokeOthersOfFile(tx, organisation, kept);
      await this.settings.announceChange(tx, organisation);
    });
  }

  private async addKey(
    tx: Tx,
    owner: { organisation: OrganisationId; workload: WorkloadId; key: KeyDto; managedBy: string },
    secret: Secret | undefined,
  ): Promise<Buffer> {
    const virtual = parseVirtualKey(secret?.reveal() ?? '');
    if (!virtual) throw new SettingsFault([`The key ${owner.key.name} is not a virtual key.`]);
    const hmac = this.hasher.hash(virtual.text);
    const isInForce = await this.keys.upsertKey(tx, {
      id: virtual.id,
      organisationId: owner.organisation,
      workloadId: owner.workload,
      name: owner.key.name,
      env: virtual.env,
      hmac,
      managedBy: owner.managedBy,
    });
    if (!isInForce) {
      this.logger.warn(`the key ${owner.key.name} was revoked by an operator, and stays so`);
    }
    return hmac;
  }
}

/** All missing secrets are reported at once, by the name of the setting. */
function resolveSecrets(
  file: SettingsFile,
  variables: Variables,
  secretFaultOf: NonNullable<ApplyOptions['secretFaultOf']>,
): ReadonlyMap<KeyDto, Secret> {
  const faults: string[] = [];
  const keys = new Map<KeyDto, Secret>();
  const firstWith = new Map<string, string>();
  for (const provider of file.providers) {
    if (!provider.secret) continue;
    const secret = readSecret(provider.secret, variables);
    const fault = secret
      ? secretFaultOf(provider.family, secret)
      : `${nameOfRef(provider.secret)} is not set`;
    if (fault !== undefined) faults.push(`providers.${provider.name}.secret: ${fault}`);
  }
  for (const workload of file.workloads) {
    for (const key of workload.keys) {
      const where = `workloads.${workload.name}.keys.${key.name}.secret`;
      const secret = readSecret(key.secret, variables);
      const before = secret && firstWith.get(secret.reveal());
      if (before !== undefined) faults.push(`${where}: the same virtual key as ${before}`);
      else if (secret) firstWith.set(secret.reveal(), where);
      if (!secret) faults.push(`${where}: ${nameOfRef(key.secret)} is not set`);
      else if (!parseVirtualKey(secret.reveal())) {
        faults.push(`${where}: not a virtual key; make one with: npx gw key generate`);
      } else keys.set(key, secret);
    }
  }
  if (faults.length > 0) throw new SettingsFault(faults);
  return keys;
}
