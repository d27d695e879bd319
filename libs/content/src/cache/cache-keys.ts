import { Injectable } from '@nestjs/common';
import { Clock, Entropy, type OrganisationId } from '#kernel';
import { Database, Vault, type Queries, type Statement, type Tx } from '#platform';
import { openKey, sealNewKey } from '../keys/organisation-key.js';
import { cacheKeyOf, type CacheKey } from './cache-place.js';
import { FRESH_MS } from './limits.js';

const PURPOSE = 'cache-key';

const MAKE: Statement = {
  name: 'cache-make-key',
  text: 'INSERT INTO response_cache_key (org_id, cache_key) VALUES ($1, $2) ON CONFLICT DO NOTHING',
};

const FIND: Statement = {
  name: 'cache-find-key',
  text: 'SELECT round, cache_key AS sealed FROM response_cache_key WHERE org_id = $1',
};

const LIST: Statement = {
  name: 'cache-list-keys',
  text: 'SELECT org_id AS "organisationId", round, cache_key AS sealed FROM response_cache_key',
};

const ROTATE: Statement = {
  name: 'cache-rotate-key',
  text: `INSERT INTO response_cache_key AS k (org_id, cache_key) VALUES ($1, $2)
    ON CONFLICT (org_id) DO UPDATE SET cache_key = excluded.cache_key, round = k.round + 1`,
};

/** For so long a round is believed without another look; memory holds what was found by it for the rest of the time. */
export const ROUND_MS = FRESH_MS / 2;

interface KeyRow {
  readonly round: number;
  readonly sealed: Buffer;
}

interface SeenRound {
  /** Who asks meanwhile waits for the same look. */
  readonly round: Promise<number | undefined>;
  readonly sinceMs: number;
}

/**
 * The key of each organisation that requests are hashed under: equal requests of two organisations have nothing in common,
 * also for who holds the database. Another one makes everything before it unfindable.
 */
@Injectable()
export class CacheKeys {
  /** One for each organisation with a cache. */
  private readonly known = new Map<OrganisationId, CacheKey>();
  private readonly rounds = new Map<OrganisationId, SeenRound>();

  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly entropy: Entropy,
    private readonly clock: Clock,
  ) {}

  /** At once but for the first call of an organisation, or after a purge. @throws where the database is away */
  of(organisationId: OrganisationId): CacheKey | Promise<CacheKey> {
    return this.known.get(organisationId) ?? this.open(organisationId);
  }

  /** Another replica has made a new one. */
  forget(organisationId: OrganisationId): void {
    this.known.delete(organisationId);
    this.rounds.delete(organisationId);
  }

  /** Of the key in force, as of `ROUND_MS` ago at most. @throws as `of` */
  async roundOf(organisationId: OrganisationId): Promise<number | undefined> {
    const nowMs = this.clock.monotonicMs();
    const seen = this.rounds.get(organisationId);
    if (seen && nowMs - seen.sinceMs < ROUND_MS) return seen.round;
    const round = this.find(organisationId).then((row) => row?.round);
    this.rounds.set(organisationId, { round, sinceMs: nowMs });
    round.catch(() => this.rounds.delete(organisationId));
    return round;
  }

  /** The key of each organisation that has one. @throws as `of` */
  async inForce(): Promise<ReadonlyMap<OrganisationId, CacheKey>> {
    const rows = await this.database.query<KeyRow & { organisationId: OrganisationId }>(LIST);
    return new Map(rows.map((row) => [row.organisationId, this.opened(row.organisationId, row)]));
  }

  /** In the transaction that purges. @returns the key before; undefined where there was none */
  async rotate(tx: Tx, organisationId: OrganisationId): Promise<CacheKey | undefined> {
    const before = await this.find(organisationId, tx);
    await tx.query(ROTATE, [organisationId, this.newKey(organisationId)]);
    const key = before && this.opened(organisationId, before);
    this.forget(organisationId);
    return key;
  }

  private async open(organisationId: OrganisationId): Promise<CacheKey> {
    const kept = await this.find(organisationId);
    if (!kept) await this.database.query(MAKE, [organisationId, this.newKey(organisationId)]);
    const row = kept ?? (await this.find(organisationId)); // Of whichever replica was first.
    if (!row) throw new Error('The cache key of the organisation was not kept.');
    const key = this.opened(organisationId, row);
    this.known.set(organisationId, key);
    return key;
  }

  private opened(organisationId: OrganisationId, { round, sealed }: KeyRow): CacheKey {
    const known = this.known.get(organisationId);
    if (known?.round === round) return known;
    return cacheKeyOf(organisationId, round, openKey(this.vault, PURPOSE, organisationId, sealed));
  }

  private async find(
    organisationId: OrganisationId,
    queries: Queries = this.database,
  ): Promise<KeyRow | undefined> {
    const [row] = await queries.query<KeyRow>(FIND, [organisationId]);
    return row;
  }

  private newKey(organisationId: OrganisationId): Buffer {
    return sealNewKey(this.vault, this.entropy, PURPOSE, organisationId);
  }
}
