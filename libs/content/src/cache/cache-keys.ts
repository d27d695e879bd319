import { Injectable } from '@nestjs/common';
import { Entropy, HmacSha256, type OrganisationId } from '#kernel';
import { Database, Vault, type Statement, type Tx } from '#platform';
import { openKey, sealNewKey } from '../keys/organisation-key.js';
import type { CacheKey } from './cache-place.js';

const PURPOSE = 'cache-key';

const MAKE: Statement = {
  name: 'cache-make-key',
  text: 'INSERT INTO response_cache_key (org_id, cache_key) VALUES ($1, $2) ON CONFLICT DO NOTHING',
};

const FIND: Statement = {
  name: 'cache-find-key',
  text: 'SELECT round, cache_key AS sealed FROM response_cache_key WHERE org_id = $1',
};

const ROTATE: Statement = {
  name: 'cache-rotate-key',
  text: `INSERT INTO response_cache_key AS k (org_id, cache_key) VALUES ($1, $2)
    ON CONFLICT (org_id) DO UPDATE SET cache_key = excluded.cache_key, round = k.round + 1`,
};

/**
 * The key of each organisation that requests are hashed under: equal requests of two organisations have nothing in common,
 * also for who holds the database. Another one makes everything before it unfindable.
 */
@Injectable()
export class CacheKeys {
  /** One for each organisation with a cache. */
  private readonly known = new Map<OrganisationId, CacheKey>();

  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly entropy: Entropy,
  ) {}

  /** At once but for the first call of an organisation, or after a purge. @throws where the database is away */
  of(organisationId: OrganisationId): CacheKey | Promise<CacheKey> {
    return this.known.get(organisationId) ?? this.open(organisationId);
  }

  /** Another replica has made a new one. */
  forget(organisationId: OrganisationId): void {
    this.known.delete(organisationId);
  }

  /** In the transaction that purges. */
  async rotate(tx: Tx, organisationId: OrganisationId): Promise<void> {
    await tx.query(ROTATE, [organisationId, this.newKey(organisationId)]);
    this.forget(organisationId);
  }

  private async open(organisationId: OrganisationId): Promise<CacheKey> {
    const kept = await this.find(organisationId);
    if (!kept) await this.database.query(MAKE, [organisationId, this.newKey(organisationId)]);
    const row = kept ?? (await this.find(organisationId)); // Of whichever replica was first.
    if (!row) throw new Error('The cache key of the organisation was not kept.');
    const bytes = openKey(this.vault, PURPOSE, organisationId, row.sealed);
    const key = { round: row.round, hmac: new HmacSha256(bytes) };
    this.known.set(organisationId, key);
    return key;
  }

  private async find(organisationId: OrganisationId) {
    const [row] = await this.database.query<{ round: number; sealed: Buffer }>(FIND, [
      organisationId,
    ]);
    return row;
  }

  private newKey(organisationId: OrganisationId): Buffer {
    return sealNewKey(this.vault, this.entropy, PURPOSE, organisationId);
  }
}
