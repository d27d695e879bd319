import type { Clock, Nano } from '#kernel';
import { textArray, uuidArray, type Database, type RedisLink, type Statement } from '#platform';
import { SLOT_MS, SLOTS } from '../rate-window.js';
import { Discard } from './discard.js';
import { readState, type KeptState } from './read-state.js';
import { LOAD, RESTORE } from './scripts.js';
import { stateKey, windowKey } from './state-keys.js';
import { runReading } from './unreadable.js';

const OTHERS_MS_MAX = 1_000; // How long a replica that is at work is left to it; then it has died.
const RENEW_MS_MAX = 2_000; // Callers wait for it; beyond this they are refused.
const LOOK_MS = 20;

const GENERATION: Statement = {
  name: 'redis-generation',
  text: 'SELECT generation FROM counter_generation WHERE org_id = $1',
};
const NEW_GENERATION: Statement = {
  name: 'redis-new-generation',
  text: 'SELECT gw_new_generation($1::uuid, $2::uuid) AS made',
};
const ORGANISATIONS: Statement = {
  name: 'redis-organisations',
  text: 'SELECT org_id AS id FROM counter_generation',
};

/** Of a counter's key: nothing, where no call was charged to it yet. */
const SPENT_OF_KEY = `coalesce((
  SELECT greatest(spent, 0) FROM meter_counter
  WHERE scope = split_part(key, ':', 1)::smallint AND scope_id = split_part(key, ':', 2)::uuid
    AND period = split_part(key, ':', 3)
), 0)::text`;

/** One statement, so one moment: the ledger's sums, and what those calls cost that are on record among `$2`. */
const LEDGER: Statement = {
  name: 'redis-ledger',
  text: `
    SELECT
      (SELECT coalesce(json_agg(json_build_array(key, ${SPENT_OF_KEY})), '[]')
        FROM unnest($1::text[]) AS key) AS spent,
      (SELECT coalesce(json_agg(json_build_array(id, nano::text)), '[]')
        FROM ledger_entry WHERE id = ANY ($2::uuid[]) AND kind <> 4) AS ended`,
};

/** Amounts by counter key, and by call. */
export interface LedgerView {
  readonly spent: ReadonlyMap<string, Nano>;
  readonly ended: ReadonlyMap<string, Nano>;
}

/**
 * At one moment, too: who is open, what was spent on the counters that they stand on, and what
 * the windows have let in lately.
 */
const SNAPSHOT: Statement = {
  name: 'redis-snapshot',
  text: `
    WITH open AS (
      SELECT id, hold_nano, counters, workload_id, tokens,
        greatest(0, extract(epoch FROM clock_timestamp()) * 1000
          - ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint)::bigint AS age
      FROM call_intent WHERE org_id = $1
    ), counter AS (
      SELECT key, (${SPENT_OF_KEY}) AS spent
      FROM (SELECT DISTINCT unnest(string_to_array(counters, ' ')) AS key FROM open) keys
    ), ended AS (
      SELECT workload_id, coalesce(tokens_in, 0) + coalesce(tokens_out, 0) AS tokens,
        greatest(0, extract(epoch FROM clock_timestamp() - at) * 1000)::bigint AS age
      FROM audit_row
      WHERE org_id = $1 AND at > now() - interval '${SLOTS * (SLOT_MS / 1_000)} seconds'
        AND price_nano IS NOT NULL
    )
    SELECT
      (SELECT coalesce(json_agg(json_build_array(key, spent)), '[]') FROM counter) AS counters,
      (SELECT coalesce(json_agg(json_build_array(id, hold_nano::text, counters, age)), '[]')
        FROM open) AS holds,
      (SELECT coalesce(json_agg(json_build_array(workload_id, age, tokens)), '[]') FROM (
        SELECT workload_id, age, tokens FROM ended
        UNION ALL SELECT workload_id, age, tokens FROM open WHERE age < ${SLOTS * SLOT_MS}
      ) uses) AS uses`,
};

interface Snapshot {
  readonly counters: readonly (readonly [key: string, spent: string])[];
  readonly holds: readonly (readonly [id: string, nano: string, counters: string, ageMs: number])[];
  readonly uses: readonly (readonly [workloadId: string, ageMs: number, tokens: number])[];
}

/**
 * Makes an organisation's counters in Redis from the database: at its first call, when the server has
 * lost them or may have, and when they were found wrong. Any replica does it, also several at once, also
 * while calls run.
 *
 * A new generation comes first. From then on no intent is opened on the old counters, and those opened
 * before are committed, so the snapshot that follows has them. A call that ends meanwhile either is in
 * the snapshot as spent, and its settlement finds no hold, or as open, and finds one.
 */
export class CounterRebuild {
  private readonly running = new Map<string, Promise<void>>();
  private readonly counts = { rebuilds: 0 };
  readonly discard: Discard;

  constructor(
    private readonly redis: RedisLink,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.discard = new Discard(redis, clock);
  }

  get counters(): Readonly<{ rebuilds: number }> {
    return this.counts;
  }

  /** Those that have counters in Redis, or had. */
  async organisations(): Promise<readonly string[]> {
    const rows = await this.database.query<{ id: string }>(ORGANISATIONS);
    return rows.map(({ id }) => id);
  }

  /** What Redis has; a state that cannot be read is deleted first, and there is none then. */
  read(organisationId: string): Promise<KeptState> {
    return this.discard.unlessReadable(organisationId, () => readState(this.redis, organisationId));
  }

  /** Resolves when the counters are good and of the generation that intents are opened on. */
  renew(organisationId: string): Promise<void> {
    return this.once(organisationId, () => this.untilGood(organisationId));
  }

  async ledgerOf(keys: readonly string[], callIds: readonly string[]): Promise<LedgerView> {
    type Amounts = readonly (readonly [string, string])[];
    const [row] = await this.database.query<{ spent: Amounts; ended: Amounts }>(LEDGER, [
      textArray(keys),
      uuidArray(callIds),
    ]);
    const mapOf = (amounts: Amounts = []) =>
      new Map(amounts.map(([name, nano]) => [name, BigInt(nano)]));
    return { spent: mapOf(row?.spent), ended: mapOf(row?.ended) };
  }

  /**
   * Loads counters that are not in Redis. No open call stands on them, so nothing changes them in the
   * database meanwhile.
   */
  async load(organisationId: string, generation: string, keys: readonly string[]): Promise<void> {
    const { spent } = await this.ledgerOf(keys, []);
    const values = Array.from(spent, ([key, nano]) => [key, String(nano)]).flat();
    await runReading(this.redis, LOAD, [stateKey(organisationId)], [generation, ...values]);
  }

  /** Makes them anew although nothing is missing. */
  recount(organisationId: string): Promise<void> {
    return this.once(organisationId, async () => {
      const generation = await this.generationOf(organisationId);
      const kept = await this.read(organisationId);
      await this.make(organisationId, generation, kept.generation);
      await this.untilGood(organisationId);
    });
  }

  private once(organisationId: string, work: () => Promise<void>): Promise<void> {
    const running = this.running.get(organisationId);
    if (running) return running;
    const begun = work().finally(() => this.running.delete(organisationId));
    this.running.set(organisationId, begun);
    return begun;
  }

  private async untilGood(organisationId: string): Promise<void> {
    const startedMs = this.clock.monotonicMs();
    let theirs: { readonly generation: string | null; readonly sinceMs: number } | undefined;
    for (;;) {
      const generation = await this.generationOf(organisationId);
      const kept = await this.read(organisationId);
      if (kept.isGood && generation !== null && kept.generation === generation) return;
      const nowMs = this.clock.monotonicMs();
      if (nowMs - startedMs > RENEW_MS_MAX) throw new Error('counters could not be made in time');
      if (theirs?.generation === generation && nowMs - theirs.sinceMs < OTHERS_MS_MAX) {
        await this.clock.sleep(LOOK_MS);
      } else if (!(await this.make(organisationId, generation, kept.generation))) {
        theirs = { generation: await this.generationOf(organisationId), sinceMs: nowMs };
      }
    }
  }

  private async generationOf(organisationId: string): Promise<string | null> {
    const rows = await this.database.query<{ generation: string }>(GENERATION, [organisationId]);
    return rows[0]?.generation ?? null;
  }

  /** False, and all left as it is, where another replica was faster. */
  private async make(
    organisationId: string,
    old: string | null,
    kept: string | null,
  ): Promise<boolean> {
    const values = [organisationId, old];
    const [row] = await this.database.query<{ made: string | null }>(NEW_GENERATION, values);
    if (!row?.made) return false;
    const [snapshot] = await this.database.query<Snapshot>(SNAPSHOT, [organisationId]);
    if (!snapshot) return false;
    const windows = Map.groupBy(snapshot.uses, ([workloadId]) => workloadId);
    const made = {
      generation: row.made,
      replaces: kept ?? '',
      counters: snapshot.counters,
      holds: snapshot.holds,
      windows: Array.from(windows.values(), (uses) => uses.map(([, ageMs, n]) => [ageMs, n])),
    };
    const keys = Array.from(windows.keys(), (id) => windowKey(organisationId, id));
    await runReading(
      this.redis,
      RESTORE,
      [stateKey(organisationId), ...keys],
      [JSON.stringify(made)],
    );
    this.counts.rebuilds++;
    return true;
  }
}
