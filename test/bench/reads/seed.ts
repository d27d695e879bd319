import { randomBytes } from 'node:crypto';
import { Anchors, openSigner, RemoteAnchors, SealPass, type Entry } from '#audit';
import { UsageRollUp } from '#insight';
import { Ids, SystemClock, SystemEntropy } from '#kernel';
import {
  bigintArray,
  byteaArray,
  smallintArray,
  timestampArray,
  uuidArray,
  type Config,
  type Database,
  type OpenInstance,
} from '#platform';
import { FAMILIES } from '#providers';
import { readSettings } from '#workloads';
import { PROJECTIONS } from '../../../libs/audit/src/entry/projections.js';
import { writeEntry } from '../../../libs/audit/src/entry/write-entry.js';
import { leafOf } from '../../../libs/audit/src/log/hashes.js';
import { seeded } from '../../support/seeded.js';
import { madeUpCall, type MadeUp, type MadeUpCaller } from './made-up-call.js';

const BATCH_ROWS = 5_000; // A quarter of a second, so that the bar moves.
const DAY_MS = 24 * 3_600_000;
const WORKLOADS = ['support-bot', 'contracts', 'code-review', 'search', 'hr-desk', 'translations'];
const KEYS_EACH = 3;

const columns = Object.entries(PROJECTIONS);
const names = columns.map(([name]) => name).join(', ');
const INSERT = {
  name: 'seed-insert',
  text: `
    WITH made AS (
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[], $5::smallint[], $6::bigint[],
        $7::timestamptz[], ${columns.map(([, { type }], place) => `$${8 + place}::${type}[]`).join()})
        AS m(id, org_id, entry, leaf_hash, kind, book, ended_at, ${names})
    ), rows AS (
      INSERT INTO audit_row (id, org_id, entry, leaf_hash, ${names})
      SELECT id, org_id, entry, leaf_hash, ${names} FROM made
    ), ledger AS (
      INSERT INTO ledger_entry (id, kind, org_id, workload_id, nano, counters, price_version, at)
      SELECT id, kind, org_id, workload_id, price_nano, '', book, ended_at FROM made WHERE kind IS NOT NULL
    )
    INSERT INTO audit_pending (org_id, id, leaf_hash) SELECT org_id, id, leaf_hash FROM made ORDER BY at`,
};

/** Says how far it is: rows done, and of what. */
export type Progress = (what: string, done: number, all: number) => void;

/** @throws when the database holds calls, and nobody said that they may be mixed */
export async function expectNoCalls(database: Database, env = process.env): Promise<void> {
  const rows = await database.query({
    name: 'seed-any-row',
    text: 'SELECT FROM audit_row LIMIT 1',
  });
  if (rows.length > 0 && env['GW_SEED'] !== '1') {
    throw new Error(
      'This database holds calls. Made-up ones would stand among them for ever: the log has no way to take them out. GW_SEED=1 says that this is meant.',
    );
  }
}

/** Rows as the gateway writes them, sealed by its own sealer and summed by its own roll-up. */
export async function seedAudit(
  { database, secrets }: Pick<OpenInstance, 'database' | 'secrets'>,
  config: Config,
  { rowCount, days }: { readonly rowCount: number; readonly days: number },
  progress: Progress,
): Promise<{ readonly organisationId: string }> {
  const clock = new SystemClock();
  const ids = new Ids(clock, new SystemEntropy());
  const organisationId = await organisationOf(database, ids);
  const made: MadeUp = {
    organisation: organisationId,
    callers: await callersOf(database, organisationId, ids),
    replica: ids.id(),
    random: seeded(20_261_123),
  };
  const endMs = clock.nowMs();
  for (let day = 0; day <= days + 1; day++) {
    const at = new Date(endMs - (days - day) * DAY_MS);
    await database.query({ name: 'seed-month', text: 'SELECT gw_ensure_audit_month($1::date)' }, [
      at,
    ]);
  }
  for (let done = 0; done < rowCount;) {
    const count = Math.min(BATCH_ROWS, rowCount - done);
    const entries = Array.from({ length: count }, (_, place) =>
      madeUpCall(made, momentOf((done + place) / rowCount, endMs, days, made.random)),
    );
    await insert(database, entries);
    done += count;
    progress('written', done, rowCount);
  }
  const anchors = new Anchors(database, config, clock, new RemoteAnchors(config, clock));
  const pass = new SealPass(database, openSigner(config, secrets), anchors, clock);
  for (let sealed = 0; ;) {
    const result = await pass.run({ isFinal: true });
    sealed += result?.sealed ?? 0;
    progress('sealed', Math.min(sealed, rowCount), rowCount);
    if (!result?.isFull) break;
  }
  const rollUp = new UsageRollUp(database, clock);
  await rollUp.rollUp((rows) => progress('summed', Math.min(rows, rowCount), rowCount));
  return { organisationId };
}

/** Later calls come more often, and more of them by day. */
function momentOf(share: number, endMs: number, days: number, random: () => number): number {
  const atMs = endMs - days * DAY_MS * (1 - share ** 0.7) - random() * 1_000;
  const hour = new Date(atMs).getUTCHours();
  const isNight = hour < 6 || hour > 20;
  return Math.floor(
    isNight && random() < 0.7 ? Math.max(endMs - days * DAY_MS, atMs - 9 * 3_600_000) : atMs,
  );
}

async function insert(database: Database, entries: readonly Entry[]): Promise<void> {
  const leaves = entries.map((entry) => leafOf(writeEntry(entry)));
  await database.query(INSERT, [
    uuidArray(entries.map(({ id }) => id)),
    uuidArray(entries.map(({ org }) => org)),
    byteaArray(leaves.map(({ bytes }) => bytes)),
    byteaArray(leaves.map(({ leaf }) => leaf)),
    smallintArray(
      entries.map(({ type, price }) => (type !== 'call' ? null : price?.nano === '0' ? 3 : 2)),
    ),
    bigintArray(entries.map(({ price }) => price?.book ?? null)),
    timestampArray(entries.map((entry) => Date.parse(entry.ended_at))),
    ...columns.map(([, projection]) => projection.encode(entries)),
  ]);
}

/** The one that is there, or one of its own. */
async function organisationOf(database: Database, ids: Ids): Promise<string> {
  const text = 'SELECT id FROM organisation ORDER BY id LIMIT 1';
  const [first] = await database.query<{ id: string }>({ name: 'seed-organisation', text });
  if (first) return first.id;
  const { organisation } = settingsOf([]);
  const id = ids.organisationId();
  await database.query(
    {
      name: 'seed-make-organisation',
      text: `INSERT INTO organisation (id, name, currency, time_zone, settings, managed_by)
        VALUES ($1, 'Made up', 'EUR', 'Europe/Vienna', $2, 'console')`,
    },
    [id, JSON.stringify({ ...organisation, name: 'Made up' })],
  );
  return id;
}

async function callersOf(
  database: Database,
  organisationId: string,
  ids: Ids,
): Promise<MadeUpCaller[]> {
  const callers: MadeUpCaller[] = [];
  for (const { keys: _keys, ...settings } of settingsOf(WORKLOADS).workloads) {
    const [{ id } = { id: '' }] = await database.query<{ id: string }>(
      {
        name: 'seed-workload',
        text: `INSERT INTO workload (id, org_id, name, settings, managed_by) VALUES ($1, $2, $3, $4, 'console')
          ON CONFLICT (org_id, name) DO UPDATE SET name = excluded.name RETURNING id`,
      },
      [ids.workloadId(), organisationId, settings.name, JSON.stringify(settings)],
    );
    const keys = Array.from({ length: KEYS_EACH }, () => randomBytes(4).toString('hex'));
    for (const [place, key] of keys.entries()) {
      await database.query(
        {
          name: 'seed-key',
          text: `INSERT INTO virtual_key (id, org_id, workload_id, name, env, hmac, managed_by)
            VALUES ($1, $2, $3, $4, 'test', $5, 'console')`,
        },
        // Nobody has the secret of it.
        [key, organisationId, id, `${settings.name}-${place + 1}`, randomBytes(32)],
      );
    }
    callers.push({ workload: id, keys });
  }
  return callers;
}

const settingsOf = (workloads: readonly string[]) =>
  readSettings(
    {
      apiVersion: 'gw/v1',
      organisation: { name: 'Made up', time_zone: 'Europe/Vienna' },
      // A file without one is refused; nobody asks it anything.
      providers: [
        {
          name: 'mistral',
          family: 'mistral',
          secret: { env: 'UNUSED' },
          models: [{ id: 'mistral-small', price: 'free' }],
        },
      ],
      workloads: workloads.map((name) => ({ name })),
    },
    FAMILIES,
  );
