import { cp, mkdtemp, rm } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { Client, DatabaseError } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { CheckpointSigner, exportLog, fsck, verifyExport } from '#audit';
import { type Database, openDatabase } from '#platform';
import { anOwner } from '../../libs/audit/src/testing/a-call.js';
import { aConfig, auditWorld } from '../../libs/audit/src/testing/audit-world.js';
import { TEMPLATE, withDatabase } from '../support/global-setup.js';
import { addRow } from '../support/table.js';
import { onServer } from '../support/test-database.js';
import { forgeLog } from './forge-log.js';
import { Tally, type Fate } from './tally.js';

const EARLY_ROWS = 200;
const ROWS = 300; // One full tile, and leaves behind it.

const server = inject('postgresUrl');
const owner = anOwner();
const { organisationId } = owner;
const config = aConfig();
const run = randomBytes(4).toString('hex');
/** A log as the gateway left it, and a backup of it that is a checkpoint older. */
const LATE = `tamper_${run}_late`;
const EARLY = `tamper_${run}_early`;
const folder = await mkdtemp(join(tmpdir(), 'gw-tamper-'));

const made: string[] = [];
async function aCopyOf(base: string, name = `tamper_${run}_${made.length}`): Promise<string> {
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${base}`);
  made.push(name);
  return withDatabase(server, name);
}

async function withApp<Result>(url: string, work: (app: Database) => Promise<Result>) {
  const app = await openDatabase({ url, poolSize: 4, asApp: true });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

beforeAll(async () => {
  const url = await aCopyOf(TEMPLATE, LATE);
  const serveUntil = (rows: number) =>
    withApp(url, async (app) => {
      const world = auditWorld(app, config);
      await world.anchors.start();
      await world.sealer.start();
      await world.serveMany(owner, rows);
      await world.sealer.sealNow();
      await world.sealer.stop();
      await world.anchors.stop();
      await world.serve(owner); // Recorded, and not sealed yet.
    });
  await serveUntil(EARLY_ROWS);
  await aCopyOf(LATE, EARLY);
  await serveUntil(ROWS - EARLY_ROWS - 1);
});

afterAll(async () => {
  for (const name of made) await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await rm(folder, { recursive: true });
});

/** What says that something is wrong, in its own words. */
interface Named {
  readonly fsck: string;
  readonly verify: string;
  readonly guard: string;
}

/** Asks everybody who looks: fsck, the offline verifier of a fresh export, and the guard of a start. */
async function look(url: string): Promise<Named> {
  return withApp(url, async (app) => {
    const own = aConfig();
    await cp(config.anchorDir, own.anchorDir, { recursive: true });
    const { anchors, signer } = auditWorld(app, own);
    const { findings } = await fsck(app, signer);
    await anchors.start();
    const { rollback } = anchors;
    await anchors.stop();
    return {
      fsck: findings.map(({ assertion }) => assertion).join('; '),
      verify: await faultsOfExport(app, signer),
      guard: rollback ? `does not hold what was anchored at ${rollback.anchoredSize}` : '',
    };
  });
}

async function faultsOfExport(database: Database, signer: CheckpointSigner): Promise<string> {
  const dir = await mkdtemp(join(folder, 'export-'));
  try {
    await exportLog({ database, signer, organisationId }, dir);
  } catch (fault) {
    return String(fault);
  }
  const { faults } = await verifyExport(dir, {
    vkey: signer.vkeyOf(organisationId),
    anchors: readFileSync(join(config.anchorDir, 'audit-anchors.txt'), 'utf8'),
  });
  return faults.join('; ');
}

const row = (seq: number) => `id = (SELECT id FROM audit_leaf WHERE seq = ${seq})`;
const CHEAPER = `UPDATE audit_row SET entry = convert_to(
  replace(convert_from(entry, 'UTF8'), '"latency_ms":430', '"latency_ms":431'), 'UTF8'),
  latency_ms = 431 WHERE ${row(17)}`;
const MOVE_UP = `UPDATE audit_leaf SET seq = seq + 10000 WHERE seq > 10;
  UPDATE audit_leaf SET seq = seq - 10001 WHERE seq > 10000;
  UPDATE audit_head SET size = size - 1`;
const CUT_TAIL = `DELETE FROM audit_checkpoint WHERE size > ${EARLY_ROWS};
  DELETE FROM audit_row r USING audit_leaf l WHERE l.seq >= ${EARLY_ROWS} AND r.id = l.id;
  DELETE FROM ledger_entry e USING audit_leaf l WHERE l.seq >= ${EARLY_ROWS} AND e.id = l.id;
  DELETE FROM audit_leaf WHERE seq >= ${EARLY_ROWS};
  DELETE FROM audit_tile;
  UPDATE meter_counter SET spent = (SELECT sum(nano) FROM ledger_entry)`;
const INSERTED = '01890000-0000-7000-8000-000000000001';
const INSERT = `INSERT INTO audit_row SELECT (jsonb_populate_record(r, jsonb_build_object(
  'id', '${INSERTED}', 'entry', '\\x' || encode(convert_to(
    replace(convert_from(r.entry, 'UTF8'), r.id::text, '${INSERTED}'), 'UTF8'), 'hex')))).*
  FROM audit_row r WHERE ${row(17)}`;
const SWAP = `UPDATE audit_leaf SET seq = 10000 WHERE seq = 20;
  UPDATE audit_leaf SET seq = 20 WHERE seq = 30;
  UPDATE audit_leaf SET seq = 30 WHERE seq = 10000`;

/** Under the name of the log: only the key is another one. */
const signerOf = (seed: Buffer, ours: CheckpointSigner): CheckpointSigner =>
  CheckpointSigner.fromSeed(ours.originOf('').slice(0, -1), seed);

interface Attack {
  readonly what: string;
  /** By a superuser, past all triggers. */
  readonly change: string;
  /** Afterwards everything else is made to fit, and signed with this key. */
  readonly forged?: 'unsigned' | 'other key' | 'stolen key';
  /** The triggers stay as the change left them. */
  readonly leavesGuards?: true;
  readonly from?: typeof EARLY;
  /** What each of the three must say; what is not here must find nothing. */
  readonly named: Partial<Readonly<Record<keyof Named, RegExp>>>;
}

const LEAVES = /every checkpoint fits the leaves/;
const GUARD = /does not hold what was anchored at 300/;

const ATTACKS: readonly Attack[] = [
  {
    what: 'edit: one byte of an entry',
    change: `UPDATE audit_row SET entry = set_byte(entry, 300, 65) WHERE ${row(17)}`,
    named: { fsck: /every leaf is the hash of its entry/, verify: /Row 17: It was changed/ },
  },
  {
    what: 'edit: an entry, and leaves, tile and head made to fit',
    change: CHEAPER,
    forged: 'unsigned',
    named: { fsck: LEAVES, verify: /Row 0: From here on the (checkpoint|anchor) of 200/ },
  },
  {
    what: 'edit: a column beside the entry',
    change: `UPDATE audit_row SET model_requested = 'other' WHERE ${row(5)}`,
    named: { fsck: /every column says what the entry says/ },
  },
  {
    what: 'edit: the amount of a ledger entry',
    change: `UPDATE ledger_entry SET nano = 1 WHERE ${row(3)}`,
    named: { fsck: /one ledger entry with the amount of its entry/ },
  },
  {
    what: 'edit: what was spent',
    change: 'UPDATE meter_counter SET spent = spent - 1',
    named: { fsck: /spent is the sum of the ledger/ },
  },
  {
    what: 'edit: a tile',
    change: 'UPDATE audit_tile SET hashes = set_byte(hashes, 0, get_byte(hashes, 0) # 1)',
    named: { fsck: /every full tile fits the leaves/ },
  },
  {
    what: 'edit: the head is set back',
    change: `UPDATE audit_head SET size = 1, frontier = (SELECT leaf_hash FROM audit_leaf WHERE seq = 0)`,
    named: { fsck: /every head fits the leaves/ },
  },
  {
    what: 'delete: an entry',
    change: `DELETE FROM audit_row WHERE ${row(250)}`,
    named: { fsck: /every leaf has its entry/, verify: /Row 250: It was changed, or it is gone/ },
  },
  {
    what: 'delete: an entry and its leaf, the next ones moved up',
    change: `DELETE FROM audit_row WHERE ${row(10)}; DELETE FROM audit_leaf WHERE seq = 10; ${MOVE_UP}`,
    forged: 'unsigned',
    named: { fsck: LEAVES, verify: /Row 0: From here on the (checkpoint|anchor) of 200/ },
  },
  {
    what: 'delete: a call that waits for its seal, out of the queue',
    change: 'DELETE FROM audit_pending',
    named: { fsck: /every row is either sealed or pending, once/ },
  },
  {
    what: 'delete: every checkpoint',
    change: 'DELETE FROM audit_checkpoint',
    named: { verify: /no checkpoint/, guard: GUARD },
  },
  {
    what: 'delete: the end of the log, and all that tells of it',
    change: CUT_TAIL,
    forged: 'unsigned',
    named: { verify: /had 300 rows when anchored and claims 200/, guard: GUARD },
  },
  {
    what: 'insert: an entry without a leaf',
    change: INSERT,
    named: { fsck: /every row is either sealed or pending, once/ },
  },
  {
    what: 'insert: an entry in the place of another, all made to fit',
    change: `${INSERT}; UPDATE audit_leaf SET id = '${INSERTED}' WHERE seq = 17`,
    forged: 'unsigned',
    named: { fsck: LEAVES, verify: /Row 0: From here on the (checkpoint|anchor) of 200/ },
  },
  {
    what: 'reorder: two leaves change places',
    change: SWAP,
    named: { fsck: LEAVES, verify: /Row 0: From here on the (checkpoint|anchor) of 200/ },
  },
  {
    what: 'truncate: the whole log',
    change: `TRUNCATE audit_row, audit_leaf, audit_tile, audit_checkpoint, audit_head, audit_pending,
      ledger_entry, meter_counter`,
    named: { verify: /no checkpoint/, guard: GUARD },
  },
  {
    what: 're-sign: the log as it is, with another key under its name',
    change: 'SELECT 1',
    forged: 'other key',
    named: {
      fsck: /every checkpoint is signed by this instance/,
      verify: /A checkpoint of size 200 is not signed by this key/,
    },
  },
  {
    what: 're-sign: a log that was rewritten, with another key',
    change: CHEAPER,
    forged: 'other key',
    named: {
      fsck: /every checkpoint is signed by this instance/,
      verify: /A checkpoint of size 200 is not signed by this key/,
      guard: GUARD,
    },
  },
  {
    what: 're-sign: a log that was rewritten, with the stolen key',
    change: CHEAPER,
    forged: 'stolen key',
    named: { verify: /From here on the anchor of 200 does not fit/, guard: GUARD },
  },
  {
    what: 'drop: a whole month, as retention does, and nothing says so',
    change: `DO $$ DECLARE month text := 'audit_row_' || to_char(now() AT TIME ZONE 'UTC', 'YYYYMM'); BEGIN
      EXECUTE format('ALTER TABLE audit_row DETACH PARTITION %I', month);
      EXECUTE format('DROP TABLE %I', month);
      PERFORM gw_ensure_audit_month(now()::date);
    END $$`,
    named: { fsck: /every leaf has its entry/, verify: /Row 0: It was changed, or it is gone/ },
  },
  {
    what: 'restore: an old backup',
    change: 'SELECT 1',
    from: EARLY,
    named: { verify: /had 300 rows when anchored and claims 200/, guard: GUARD },
  },
  {
    what: 'guards: the triggers of one month are switched off',
    change: `DO $$ BEGIN EXECUTE (SELECT format('ALTER TABLE %s DISABLE TRIGGER USER', inhrelid::regclass)
      FROM pg_inherits WHERE inhparent = 'audit_row'::regclass LIMIT 1); END $$`,
    leavesGuards: true,
    named: { fsck: /refuses changes, whoever asks/ },
  },
  {
    what: 'guards: the triggers spare who says that it is a replica',
    change: 'ALTER TABLE ledger_entry ENABLE TRIGGER append_only',
    leavesGuards: true,
    named: { fsck: /refuses changes, whoever asks/ },
  },
  {
    what: 'guards: the function behind the triggers does nothing',
    change: `CREATE OR REPLACE FUNCTION gw_refuse_change() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN RETURN coalesce(new, old); END'`,
    leavesGuards: true,
    named: { fsck: /refuses changes, whoever asks/ },
  },
  {
    what: 'guards: the application may change the log',
    change: 'GRANT UPDATE ON audit_leaf TO gw_app',
    leavesGuards: true,
    named: { fsck: /refuses changes, whoever asks/ },
  },
];

const GUARDED = [
  'audit_row',
  'audit_row_default',
  'audit_leaf',
  'audit_tile',
  'audit_checkpoint',
  'audit_head',
  'audit_pending',
  'audit_private',
  'ledger_entry',
];

/** Past the triggers, which go back to what they were: nobody shall know by them. */
async function tamper(url: string, { change, forged, leavesGuards }: Attack): Promise<void> {
  const superuser = await openDatabase({ url, poolSize: 1, asApp: false });
  const run = <Rows>(text: string) => superuser.dataSource.query<Rows>(text);
  try {
    if (leavesGuards) return void (await run(change));
    const months = await run<{ name: string }[]>(`
      SELECT inhrelid::regclass AS name FROM pg_inherits WHERE inhparent = 'audit_row'::regclass`);
    const tables = [...new Set([...GUARDED, ...months.map(({ name }) => name)])];
    for (const table of tables) await run(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await run(change);
    const { signer } = auditWorld(superuser, config);
    const signers = {
      unsigned: null,
      'other key': signerOf(randomBytes(32), signer),
      'stolen key': signer,
    };
    if (forged) await forgeLog(superuser, organisationId, signers[forged]);
    for (const table of tables) {
      await run(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER append_only`);
      await run(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER never_truncated`);
    }
  } finally {
    await superuser.close();
  }
}

describe('a superuser who tampers with the log is found:', () => {
  it('nobody finds anything in the log as the gateway left it', async () => {
    expect(await look(await aCopyOf(LATE))).toEqual({ fsck: '', verify: '', guard: '' });
  });

  it.for(ATTACKS)('$what', async (attack, { task }) => {
    const url = await aCopyOf(attack.from ?? LATE);
    await tamper(url, attack);
    const found = await look(url);
    const saying = (name: keyof Named) => (found[name] === '' ? '-' : 'named');
    addRow(task, {
      'tampering by a superuser': attack.what,
      fsck: saying('fsck'),
      verify: saying('verify'),
      'guard at the start': saying('guard'),
    });
    for (const name of ['fsck', 'verify', 'guard'] as const) {
      expect(found[name], name).toMatch(attack.named[name] ?? /^$/);
    }
  });
});

type Role = 'gw_app' | 'gw_seal' | 'gw_retention';

/** What each role is there for, and no other may do. */
const MAY: readonly string[] = [
  'gw_seal: UPDATE audit_head',
  'gw_seal: MERGE INTO audit_head',
  'gw_seal: SELECT FROM audit_head FOR UPDATE',
  'gw_seal: DELETE FROM audit_pending',
  'gw_retention: DELETE FROM audit_private',
];

const COLUMN: Readonly<Record<string, string>> = { audit_private: 'salt', ledger_entry: 'nano' };

function statementsAgainst(table: string): readonly string[] {
  const column = COLUMN[table] ?? 'org_id';
  return [
    `UPDATE ${table} SET ${column} = ${column}`,
    `DELETE FROM ${table}`,
    `TRUNCATE ${table}`,
    `MERGE INTO ${table} t USING ${table} s ON true WHEN MATCHED THEN UPDATE SET ${column} = s.${column}`,
    `SELECT FROM ${table} FOR UPDATE`,
    `DROP TABLE ${table}`,
    `ALTER TABLE ${table} ADD COLUMN x int`,
    `ALTER TABLE ${table} RENAME TO x`,
    `ALTER TABLE ${table} ALTER COLUMN ${column} DROP NOT NULL`,
    `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
    `ALTER TABLE ${table} DISABLE TRIGGER append_only`,
    `ALTER TABLE ${table} ENABLE REPLICA TRIGGER append_only`,
    `DROP TRIGGER append_only ON ${table}`,
    `DROP TRIGGER never_truncated ON ${table}`,
    `CREATE TRIGGER a BEFORE INSERT ON ${table} EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
    `CREATE RULE r AS ON INSERT TO ${table} DO INSTEAD NOTHING`,
    `ALTER TABLE ${table} OWNER TO CURRENT_USER`,
    `GRANT TRUNCATE ON ${table} TO PUBLIC; TRUNCATE ${table}`,
    `SET session_replication_role = replica; DELETE FROM ${table}`,
    `RESET ROLE; TRUNCATE ${table}`,
  ];
}

const ELSEWHERE: readonly string[] = [
  `CREATE OR REPLACE FUNCTION gw_refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END'`,
  'DROP FUNCTION gw_refuse_change CASCADE',
  `DROP EVENT TRIGGER IF EXISTS x; CREATE EVENT TRIGGER x ON sql_drop EXECUTE FUNCTION gw_refuse_change()`,
  'DROP SCHEMA public CASCADE',
  `UPDATE pg_trigger SET tgenabled = 'D'`,
  `COPY (SELECT 1) TO PROGRAM 'true'`,
  'CREATE TABLE audit_row_x PARTITION OF audit_row DEFAULT',
  'ALTER TABLE audit_row DETACH PARTITION audit_row_default',
  'SELECT gw_drop_audit_month(now()::date)',
];

/** As a login that may be nothing but this role, as an operator sets one up who splits them. */
async function withRole(role: Role, work: (client: Client) => Promise<void>): Promise<void> {
  const url = new URL(await aCopyOf(LATE));
  const login = `${role}_${run}`;
  await onServer(server, `CREATE ROLE ${login} LOGIN PASSWORD '${login}' IN ROLE ${role}`);
  [url.username, url.password] = [login, login];
  const client = new Client({ connectionString: url.toString() });
  await client.connect();
  try {
    await client.query(`SET ROLE ${role}`);
    await work(client);
  } finally {
    await client.end();
    await onServer(server, `DROP ROLE ${login}`);
  }
}

const NOT_ALLOWED = '42501';

async function fateOf(client: Client, statement: string): Promise<Fate> {
  await client.query('BEGIN');
  try {
    await client.query(statement);
    return 'through';
  } catch (fault) {
    return fault instanceof DatabaseError && fault.code === NOT_ALLOWED ? 'refused' : 'through';
  } finally {
    await client.query('ROLLBACK');
  }
}

describe('changing the log is refused', () => {
  it.for(['gw_app', 'gw_seal', 'gw_retention'] as const)('to %s', async (role, { task }) => {
    const tally = new Tally();
    await withRole(role, async (client) => {
      const all = [...GUARDED.flatMap(statementsAgainst), ...ELSEWHERE];
      const tried = all.filter((text) => !MAY.some((may) => `${role}: ${text}`.startsWith(may)));
      for (const statement of tried) tally.count(statement, await fateOf(client, statement));
    });
    tally.expectNoneThrough(task);
  });

  it('to a superuser who does not switch the triggers off first', async ({ task }) => {
    const tally = new Tally();
    const client = new Client({ connectionString: await aCopyOf(LATE) });
    await client.connect();
    try {
      for (const as of ['', 'SET LOCAL session_replication_role = replica; ']) {
        for (const table of GUARDED) {
          const [update = '', remove = '', truncate = ''] = statementsAgainst(table);
          const changes = table === 'audit_row_default' ? [truncate] : [update, remove, truncate];
          for (const change of changes) {
            if (MAY.some((may) => change.startsWith(may.slice(may.indexOf(': ') + 2)))) continue;
            tally.count(`${as}${change}`, await fateOf(client, `${as}${change}`));
          }
        }
      }
    } finally {
      await client.end();
    }
    tally.expectNoneThrough(task);
  });
});
