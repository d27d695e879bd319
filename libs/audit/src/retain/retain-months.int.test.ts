import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ids, SystemClock, SystemEntropy } from '#kernel';
import { Database, loadConfig, type Statement, type Tx } from '#platform';
import { testDatabase } from '../../../../test/support/test-database.js';
import { BLANK } from '../entry/blank-entry.js';
import type { Entry } from '../entry/entry.js';
import { timestampOf } from '../entry/timestamp.js';
import { rowOf } from '../record/sealed-row.js';
import { writeRows } from '../record/write-rows.js';
import { rotateKey } from '../recover/rotate-key.js';
import { ENSURE_MONTH } from '../seal/statements.js';
import { readTile } from '../serve/read-tile.js';
import { anOwner, type Owner } from '../testing/a-call.js';
import { type AuditWorld, auditWorld } from '../testing/audit-world.js';
import { exportLog } from '../verify/export-log.js';
import { fsck } from '../verify/fsck.js';
import { inclusionProof, verifyProof } from '../verify/prove.js';
import { verifyExport } from '../verify/verify-export.js';
import { boundsOf, listMonths, monthsAfter } from './months.js';
import { keptFrom, retainMonths } from './retain-months.js';
import { writeRetention } from './retention-entry.js';

const run = promisify(execFile);
const independent = fileURLToPath(new URL('../verify/independent-verify.mjs', import.meta.url));
const clock = new SystemClock();
const tools = { clock, ids: new Ids(clock, new SystemEntropy()) };
const before = keptFrom(clock.nowMs());
const [older, old] = [monthsAfter(before, -2), monthsAfter(before, -1)];

const folder = mkdtempSync(join(tmpdir(), 'gw-retain-'));
afterAll(() => rmSync(folder, { recursive: true }));
const aFolder = () => mkdtempSync(join(folder, 'of-'));

/** The middle of a month. */
const at = (month: string): number => boundsOf(month)[0].getTime() + 14 * 24 * 3_600_000;

/** Thirds of the first month, of both in turns, and of the second; ten rows behind each are of this month. */
async function aWorld(third = 9) {
  const database = await testDatabase();
  const world = auditWorld(database.app);
  for (const month of [older, old, before]) {
    await database.app.query(ENSURE_MONTH, [`${month}-01`]);
  }
  await world.sealer.start();
  await world.sealer.stop();
  const owner = anOwner();
  for (const months of [[older], [older, old], [old]]) {
    for (let call = 0; call < third; call++) {
      await world.serve(owner, { receivedAtMs: at(months[call % months.length] ?? '') });
    }
    for (let call = 0; call < 10; call++) await world.serve(owner);
    await world.sealer.sealNow();
  }
  return { app: database.app, superuser: database.owner, world, owner };
}

function anEntry({ replica }: AuditWorld, owner: Owner, change: Partial<Entry>): Entry {
  const now = timestampOf(clock.nowMs());
  const blank = { ...BLANK, at: now, ended_at: now, outcome: 'ok' as const, workload: null };
  const named = { id: tools.ids.callId(), org: owner.organisationId, replica: replica.value };
  return { ...blank, ...named, type: 'fork', ...change };
}

const write = (app: Database, entry: Entry) =>
  writeRows(app, [rowOf(entry, { hasIntent: false, salt: null, charge: null })]);

const retain = (world: AuditWorld, dir = aFolder()) =>
  retainMonths({ ...world, ...tools }, { before, dir });

const countOf = async (database: Database, from: string): Promise<number> => {
  const [row] = await database.dataSource.query<{ count: string }[]>(
    `SELECT count(*) FROM ${from}`,
  );
  return Number(row?.count);
};

async function anExport({ app, world, owner }: Awaited<ReturnType<typeof aWorld>>, range = {}) {
  const dir = aFolder();
  const { organisationId } = owner;
  await exportLog({ database: app, signer: world.signer, organisationId }, dir, range);
  return dir;
}

describe('retention', () => {
  let made: Awaited<ReturnType<typeof aWorld>>;
  let vkey: string;
  let exports: readonly string[];
  let kept: Entry;
  let someCall: { readonly id: string; readonly entry: Buffer };

  beforeAll(async () => {
    made = await aWorld(90);
    const { app, world, owner } = made;
    vkey = world.signer.vkeyOf(owner.organisationId);
    kept = anEntry(world, owner, { at: timestampOf(at(old)) });
    await write(app, kept);
    const [row] = await app.dataSource.query<{ id: string; entry: Buffer }[]>(
      'SELECT id, entry FROM audit_leaf JOIN audit_row USING (id) WHERE seq = 0',
    );
    someCall = row as typeof someCall;
    expect((await listMonths(app, before)).map(({ month, rows }) => [month, rows])).toEqual([
      [older, 135],
      [old, 135],
    ]);
    const retained = await retain(world);
    ({ exports } = retained);
    expect(retained.months).toHaveLength(2);
  });

  it('drops the months it exported, and nothing else', async () => {
    const { app, superuser, world } = made;
    expect(await listMonths(app, before)).toEqual([]);
    expect(await countOf(app, `audit_row WHERE type = 'call'`)).toBe(30);
    expect(await countOf(app, 'audit_private')).toBe(30);
    expect(await countOf(app, 'ledger_entry')).toBe(300);
    expect(await countOf(app, 'audit_leaf')).toBe(303);
    const name = `audit_row_${old.replace('-', '')}`;
    expect(await countOf(superuser, `${name} WHERE id = '${kept.id}'`)).toBe(1);
    expect((await fsck(app, world.signer)).findings).toEqual([]);
    expect((await fsck(app, world.signer)).warnings).toEqual([]);
    const [dir = ''] = exports;
    expect(exports).toHaveLength(1);
    expect(await verifyExport(dir, { vkey })).toMatchObject({ isGood: true, pruned: 0 });
    expect(readdirSync(join(dir, '..'))).toHaveLength(1); // Nothing half done is beside it.
  });

  it('says so in the log, which goes on verifying from any row on', async () => {
    for (const [from, pruned] of [
      [0, 270],
      [150, 130], // Of the second third 40, and the last.
      [290, 0],
    ] as const) {
      const dir = await anExport(made, { from });
      expect(await verifyExport(dir, { vkey })).toMatchObject({
        isGood: true,
        entries: 303 - from,
        pruned,
      });
      const { stdout } = await run(process.execPath, [independent, dir, vkey]);
      expect(stdout).toContain(`${303 - from} entries`);
    }
  });

  it('keeps every proof, and serves hashes but no entries of what is gone', async () => {
    const { app, owner } = made;
    const proof = (await inclusionProof(app, someCall.id)) ?? '';
    expect(verifyProof(proof, someCall.entry, vkey).isGood).toBe(true);
    const tile = { level: 0, index: 0, width: 256 };
    const read = (kind: 'entries' | 'hashes') =>
      readTile(app, owner.organisationId, { kind, ...tile });
    expect(await read('entries')).toBeUndefined();
    expect(await read('hashes')).toHaveLength(8_192);
  });

  it('compares the ledger of what is gone with what was said of it', async () => {
    const { app, superuser, world } = made;
    const pay = (nano: number) =>
      superuser.dataSource.query(`ALTER TABLE ledger_entry DISABLE TRIGGER USER;
        UPDATE ledger_entry SET nano = ${nano} WHERE id = '${someCall.id}';
        UPDATE meter_counter SET spent = (SELECT sum(nano) FROM ledger_entry);
        ALTER TABLE ledger_entry ENABLE ALWAYS TRIGGER append_only;
        ALTER TABLE ledger_entry ENABLE ALWAYS TRIGGER never_truncated`);
    await pay(1);
    expect((await fsck(app, world.signer)).findings).toEqual([
      {
        assertion: 'the ledger of dropped rows adds up to what was said of them',
        cases: [expect.stringContaining(`said ${135 * 700}, ledger ${134 * 700 + 1}`)],
      },
    ]);
    await pay(700);
  });

  it('excuses no row that no entry names, and no entry that no key signed', async () => {
    const dir = await anExport(made);
    const manifest = join(dir, 'manifest.json');
    const text = readFileSync(manifest, 'utf8');
    const { retentions } = JSON.parse(text) as { retentions: { entry: string; proof: string }[] };
    expect(retentions).toHaveLength(2);
    const change = async (spoil: (said: typeof retentions) => unknown[]) => {
      const said = { ...(JSON.parse(text) as object), retentions: spoil(retentions) };
      writeFileSync(manifest, JSON.stringify(said));
      const { isGood } = await verifyExport(dir, { vkey });
      const other = await run(process.execPath, [independent, dir, vkey]).then(
        () => true,
        () => false,
      );
      return [isGood, other];
    };
    expect(await change((said) => said)).toEqual([true, true]);
    expect(await change((said) => said.slice(1))).toEqual([false, false]);
    const wider = ({ entry, proof }: { entry: string; proof: string }) => ({
      entry: entry
        .replace(/"ranges":"[^"]*"/, '"ranges":"0-299"')
        .replace(/"rows":\d+/, '"rows":300'),
      proof,
    });
    expect(await change((said) => said.map(wider))).toEqual([false, false]);
    const [proof = ''] = retentions.map((one) => one.proof);
    // Signed, and not sealed as it stands: the independent verifier looks at the signature alone.
    expect(await change((said) => said.map(({ entry }) => ({ entry, proof })))).toEqual([
      false,
      true,
    ]);
  });
});

it('is believed after another key followed, and before, in exports of either part', async () => {
  const made = await aWorld();
  const { world, app, owner } = made;
  await retain(world);
  const file = join(folder, 'next.pem');
  writeFileSync(file, aPem());
  await rotateKey({ ...world, ...tools }, world.signer.withPem(readFileSync(file, 'utf8')));
  const env = { GW_DATA_DIR: world.config.dataDir, GW_SIGNING_KEY_FILE: file };
  const next = auditWorld(app, loadConfig(env));
  await next.serve(owner);
  await next.sealer.sealNow();
  expect((await fsck(app, next.signer)).findings).toEqual([]);
  const [before, after] = [world, next].map(({ signer }) => signer.vkeyOf(owner.organisationId));
  for (const [range, keys, pruned] of [
    [{}, [before, after], 27],
    [{ to: 20 }, [before], 18], // Ends before the rotation, and the proof is of the newer key.
    [{ from: 48 }, [before, after], 0],
  ] as const) {
    const dir = await anExport({ ...made, world: next }, range);
    for (const vkey of keys) {
      expect(await verifyExport(dir, { vkey: vkey ?? '' })).toMatchObject({ faults: [], pruned });
    }
    await run(process.execPath, [independent, dir, before ?? '']);
  }
});

it('finds rows that were dropped by hand, whatever an entry without our signature says', async () => {
  const made = await aWorld();
  const { app, superuser, world, owner } = made;
  const { organisationId } = owner;
  const origin = world.signer.originOf(organisationId);
  const stranger = auditWorld(app).signer.withPem(aPem());
  const runs = [{ first: 0, last: 4 }];
  const detail = writeRetention(origin, { month: older, rows: 5, nano: '3500', runs }, (text) =>
    stranger.signText(organisationId, text),
  );
  await write(app, anEntry(world, owner, { type: 'retention', detail }));
  await world.sealer.sealNow();
  const rows = `id IN (SELECT id FROM audit_leaf WHERE seq < 5)`;
  await superuser.dataSource.query(`ALTER TABLE audit_row DISABLE TRIGGER USER;
    DELETE FROM audit_row WHERE ${rows};
    ALTER TABLE audit_row ENABLE ALWAYS TRIGGER append_only;
    ALTER TABLE audit_row ENABLE ALWAYS TRIGGER never_truncated`);
  const found = (await fsck(app, world.signer)).findings.map(({ assertion }) => assertion);
  expect(found).toContain('every leaf has its entry');
  expect(found).toContain('every entry that says what was dropped is signed by this instance');
  const { faults } = await verifyExport(await anExport(made), {
    vkey: world.signer.vkeyOf(organisationId),
  });
  expect(faults).toEqual(['Row 0: It was changed, or it is gone.']);
});

it('refuses young months, and the database does, too', async () => {
  const { app, superuser, world } = await aWorld();
  await expect(
    retainMonths({ ...world, ...tools }, { before: monthsAfter(before, 1), dir: aFolder() }),
  ).rejects.toThrow('name no later month');
  const drop = (month: string, role: string) =>
    superuser.dataSource.transaction(async (tx) => {
      await tx.query(`SET LOCAL ROLE ${role}`);
      await tx.query(`SELECT gw_drop_audit_month('${month}-01')`);
    });
  await expect(drop(older, 'gw_app')).rejects.toThrow('permission denied');
  await expect(drop(older, 'gw_retention')).rejects.toThrow('no sealed entry says');
  await expect(drop(before, 'gw_retention')).rejects.toThrow('too young');
  expect(await listMonths(app, before)).toHaveLength(2);
});

/** Ends as a process that is killed: what it had not committed is gone. */
class MortalDatabase extends Database {
  left = Infinity;

  override async query<Row extends object>(statement: Statement, values?: readonly unknown[]) {
    this.breathe();
    return super.query<Row>(statement, values);
  }

  override transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return super.transaction((tx) => {
      const query = async <Row extends object>(asked: Statement, values?: readonly unknown[]) => {
        this.breathe();
        return tx.query<Row>(asked, values);
      };
      return work({ query } as Tx);
    });
  }

  private breathe(): void {
    if (this.left-- <= 0) throw new Error('killed');
  }
}

it('is finished by being run again, wherever it was ended', async () => {
  const made = await aWorld();
  const { app, world, owner } = made;
  const mortal = new MortalDatabase(app.dataSource);
  let kills = 0;
  for (let statements = 1; ; statements++) {
    mortal.left = statements;
    const done = await retain(auditWorld(mortal, world.config)).then(
      () => true,
      (fault: unknown) => {
        expect(String(fault)).toContain('killed');
        return false;
      },
    );
    mortal.left = Infinity;
    if (done) break;
    kills++;
    const { findings } = await fsck(app, world.signer);
    expect(findings).toEqual([]);
  }
  expect(kills).toBeGreaterThan(20);
  expect(await listMonths(app, before)).toEqual([]);
  expect(await countOf(app, `audit_row WHERE type = 'retention'`)).toBe(2);
  const dir = await anExport(made);
  const vkey = world.signer.vkeyOf(owner.organisationId);
  expect(await verifyExport(dir, { vkey })).toMatchObject({ isGood: true, pruned: 27 });
});

function aPem(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}

it('has months made ahead, and fsck tell of rows that came without one', async () => {
  const { app, owner: superuser } = await testDatabase();
  const world = auditWorld(app);
  await world.sealer.start();
  await world.sealer.stop();
  const months = await app.dataSource.query<{ name: string }[]>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits
      WHERE inhparent = 'audit_row'::regclass ORDER BY 1`,
  );
  const now = monthsAfter(before, 1);
  expect(months.map(({ name }) => name)).toEqual([
    ...[0, 1, 2, 3].map((ahead) => `audit_row_${monthsAfter(now, ahead).replace('-', '')}`),
    'audit_row_default',
  ]);
  await world.serve(anOwner(), { receivedAtMs: at(older) });
  await world.sealer.sealNow();
  expect((await fsck(app, world.signer)).warnings).toEqual([
    'In the default partition: 1 row, whose month was made too late.',
  ]);
  expect(await countOf(superuser, 'audit_row_default')).toBe(1);
});
