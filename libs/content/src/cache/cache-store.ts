import { Injectable } from '@nestjs/common';
import { Clock, Entropy, type OrganisationId } from '#kernel';
import { Database, type Statement, type Tx } from '#platform';
import { readKeptEvents, writeKeptAnswer } from '#wire';
import { ContentKeys } from '../keys/content-keys.js';
import { openText, sealText } from '../keys/sealed-text.js';
import type { CachePlace } from './cache-place.js';
import type { KeptAnswer } from './kept-answer.js';

/** What a look into the database came to. */
type Found =
  | { readonly kind: 'answer'; readonly answer: KeptAnswer }
  /** `damaged`: it was changed, cut or put elsewhere. `purged`: the key is not the one in force any more. */
  | { readonly kind: 'nothing' | 'damaged' | 'purged' };

const FIND: Statement = {
  name: 'cache-find',
  text: `SELECT k.round, a.call_id AS "callId", a.sealed FROM response_cache_key k
    LEFT JOIN cached_answer a ON a.org_id = k.org_id AND a.scope_id = $2 AND a.digest = $3 AND a.round = k.round
    WHERE k.org_id = $1`,
};

/** What was hashed under a key that is not in force any more is nobody's: the row of the key is held until it is written. */
const PUT: Statement = {
  name: 'cache-put',
  text: `INSERT INTO cached_answer (org_id, scope_id, digest, round, call_id, bytes, sealed, stored_at, expires_at)
    SELECT k.org_id, $2, $3, k.round, $5, length($6::bytea), $6::bytea, $7, $8
    FROM (SELECT org_id, round FROM response_cache_key WHERE org_id = $1 AND round = $4 FOR SHARE) k
    ON CONFLICT (org_id, scope_id, digest) DO UPDATE SET round = excluded.round, call_id = excluded.call_id,
      bytes = excluded.bytes, sealed = excluded.sealed, stored_at = excluded.stored_at, expires_at = excluded.expires_at`,
};

const SIZE: Statement = {
  name: 'cache-size',
  text: `SELECT count(*)::int AS entries, coalesce(sum(bytes), 0)::float8 AS bytes
    FROM cached_answer WHERE org_id = $1 AND expires_at > $2`,
};

export interface CacheSize {
  readonly entries: number;
  /** As they lie in the database. */
  readonly bytes: number;
}

const PURGE: Statement = {
  name: 'cache-purge',
  text: `WITH gone AS (DELETE FROM cached_answer WHERE org_id = $1 RETURNING 1)
    SELECT count(*)::int AS count FROM gone`,
};

/** Answers in the database, which it can neither read nor tell equal requests of two organisations by. */
@Injectable()
export class CacheStore {
  constructor(
    private readonly database: Database,
    private readonly keys: ContentKeys,
    private readonly entropy: Entropy,
    private readonly clock: Clock,
  ) {}

  /** @throws where the database is away */
  async find(place: CachePlace): Promise<Found> {
    const { organisationId, scopeId, digest } = place;
    const [row] = await this.database.query<{
      round: number;
      callId: string | null;
      sealed: Buffer | null;
    }>(FIND, [organisationId, scopeId, digest]);
    if (row?.round !== place.round) return { kind: 'purged' };
    const { callId, sealed } = row;
    if (callId === null || sealed === null) return { kind: 'nothing' };
    const key = await this.keys.of(organisationId);
    try {
      const answer = read(openText(key, textOf(place, callId), sealed), callId);
      return answer.expiresAtMs > this.clock.nowMs()
        ? { kind: 'answer', answer }
        : { kind: 'nothing' };
    } catch {
      return { kind: 'damaged' };
    }
  }

  /** In the place of what was there. @throws where the database is away */
  async put(place: CachePlace, answer: KeptAnswer): Promise<void> {
    const { organisationId, scopeId, digest, round } = place;
    const key = await this.keys.of(organisationId);
    const text = write(answer);
    const sealed = sealText(key, textOf(place, answer.callId), text, this.entropy);
    await this.database.query(PUT, [
      organisationId,
      scopeId,
      digest,
      round,
      answer.callId,
      sealed,
      new Date(answer.storedAtMs),
      new Date(answer.expiresAtMs),
    ]);
  }

  /** What has not expired. */
  async sizeOf(organisationId: OrganisationId): Promise<CacheSize> {
    const values = [organisationId, new Date(this.clock.nowMs())];
    const [row] = await this.database.query<CacheSize>(SIZE, values);
    return row ?? { entries: 0, bytes: 0 };
  }

  /** In the transaction that makes another key. @returns how many answers there were */
  async purge(tx: Tx, organisationId: OrganisationId): Promise<number> {
    const [row] = await tx.query<{ count: number }>(PURGE, [organisationId]);
    return row?.count ?? 0;
  }
}

/** What a row is authenticated with: it opens at its own place alone, and as the answer of its own call. */
const textOf = ({ organisationId, scopeId, round, digest }: CachePlace, callId: string): string =>
  `cached_answer/${organisationId}/${scopeId}/${round}/${digest.toString('hex')}/${callId}`;

/** The times stand within: a row whose time was changed has none of it. */
const write = ({ callId: _beside, events, ...rest }: KeptAnswer): string =>
  JSON.stringify({ ...rest, events: writeKeptAnswer(events) });

function read(text: string, callId: string): KeptAnswer {
  const { events, ...rest } = JSON.parse(text) as Omit<KeptAnswer, 'events' | 'callId'> & {
    readonly events: string;
  };
  return { ...rest, callId, events: readKeptEvents(events) };
}
