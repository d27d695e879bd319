import { randomBytes } from 'node:crypto';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InstanceSecrets } from '../instance-secrets.js';
import { emptyDatabases } from '../../../../test/support/test-database.js';
import { migrate } from '../database/migrate.js';
import { MIGRATIONS } from '../database/migrations/index.js';
import { MANIFEST_FILE, type BackupManifest } from './backup-format.js';
import { withPatientClient } from './patient-client.js';
import { readTables } from './read-catalog.js';
import { readBackup } from './read-backup.js';
import { restoreBackup } from './restore-backup.js';
import { writeBackup } from './write-backup.js';

const ORGANISATION = '018f0000-0000-7000-8000-000000000001';
const secrets = new InstanceSecrets(Buffer.alloc(32, 7));
const ALL = MIGRATIONS.map(({ name }) => name);

const anEmptyDatabase = emptyDatabases();
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gw-backup-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Rows with all that a text form has to say otherwise, and months that are not these. */
async function filled(migrations: readonly string[] = ALL): Promise<string> {
  const url = await anEmptyDatabase();
  await migrate(url, migrations);
  await withPatientClient(url, (client) =>
    client.query(`
      INSERT INTO organisation (id, name, currency, time_zone, settings, managed_by)
        VALUES ('${ORGANISATION}', E'A\\tB\\nC\\\\N "ü"', 'EUR', 'UTC', '{"a": [1, null]}', 'file');
      SELECT gw_ensure_audit_month('2031-05-01');
      INSERT INTO audit_leaf (org_id, seq, id, leaf_hash)
        SELECT '${ORGANISATION}', n, gen_random_uuid(), decode(md5(n::text) || md5(n::text), 'hex')
        FROM generate_series(0, 4999) n;
      SELECT nextval('audit_pending_n_seq') FROM generate_series(1, 41);
    `),
  );
  return url;
}

let place = 0;
const aPlace = (): string => join(folder, `backup-${++place}`);
const anchorDir = (): string => join(folder, `anchors-${++place}`);

const backedUp = async (url: string, anchors = anchorDir()) => {
  const to = aPlace();
  return { to, manifest: await writeBackup({ url, anchorDir: anchors, secrets }, to) };
};

/** What each table holds, whatever the order of its rows. */
function contentOf(url: string): Promise<ReadonlyMap<string, string>> {
  return withPatientClient(url, async (client) => {
    const found = new Map<string, string>();
    for (const { name } of await readTables(client)) {
      const { rows } = await client.query<{ sum: string }>(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, ';' ORDER BY t::text)), '') AS sum FROM "${name}" t`,
      );
      found.set(name, rows[0]?.sum ?? '');
    }
    return found;
  });
}

const valueOf = (url: string, expression: string): Promise<unknown> =>
  withPatientClient(url, async (client) => {
    const { rows } = await client.query<{ value: unknown }>(`SELECT ${expression} AS value`);
    return rows[0]?.value;
  });

describe('a backup', () => {
  it('gives every row of every table back, and numbers go on where they were', async () => {
    const source = await filled();
    const { to, manifest } = await backedUp(source);
    const target = await anEmptyDatabase();
    await restoreBackup(to, await readBackup(to, secrets), {
      url: target,
      anchorDir: anchorDir(),
    });
    const [was, is] = [await contentOf(source), await contentOf(target)];
    expect([...is]).toEqual([...was]);
    expect(is.get('audit_leaf')).toMatch(/^5000 /);
    expect(manifest.tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining([...was.keys()]),
    );
    expect(await valueOf(target, `nextval('audit_pending_n_seq')::int`)).toBe(42);
    expect(await valueOf(target, `to_regclass('audit_row_203105')::text`)).toBe('audit_row_203105');
  });

  it('is of one moment, and what is written meanwhile is whole or not in it', async () => {
    const source = await filled();
    const over = new AbortController();
    const writing = withPatientClient(source, async (client) => {
      for (let seq = 5_000; !over.signal.aborted; seq++) {
        await client.query('BEGIN');
        const row = [ORGANISATION, seq, randomBytes(32)];
        await client.query(
          'INSERT INTO audit_leaf (org_id, seq, id, leaf_hash) VALUES ($1, $2, gen_random_uuid(), $3)',
          row,
        );
        await client.query('UPDATE organisation SET name = $1', [`sized ${seq + 1}`]);
        await client.query('COMMIT');
      }
    });
    try {
      const { to, manifest } = await backedUp(source);
      const target = await anEmptyDatabase();
      await restoreBackup(to, manifest, { url: target, anchorDir: anchorDir() });
      const leaves = await valueOf(target, `(SELECT count(*)::int FROM audit_leaf)`);
      const name = await valueOf(target, `(SELECT name FROM organisation)`);
      expect([name, leaves]).toEqual(
        leaves === 5_000 ? [name, 5_000] : [`sized ${leaves}`, leaves],
      );
    } finally {
      over.abort();
      await writing;
    }
  });

  it('of an earlier release is brought up to this one', async () => {
    const { to } = await backedUp(await filled(ALL.slice(0, 20)));
    const manifest = await readBackup(to, secrets);
    expect(manifest.migrations).toEqual(ALL.slice(0, 20));
    const target = await anEmptyDatabase();
    await restoreBackup(to, manifest, { url: target, anchorDir: anchorDir() });
    expect(await migrate(target)).toEqual([]);
    expect(await valueOf(target, `(SELECT count(*)::int FROM audit_leaf)`)).toBe(5_000);
  });

  it('may be read by its owner alone', async () => {
    const { to } = await backedUp(await filled());
    for (const file of await readdir(to, { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(join(file.parentPath, file.name));
      expect(mode & 0o077, file.name).toBe(0);
    }
  });

  it('brings anchors along where there are none, and leaves newer ones', async () => {
    const source = anchorDir();
    await mkdir(source);
    await writeFile(join(source, 'audit-anchors.txt'), 'old');
    await writeFile(join(source, 'master.key'), 'never');
    const { to, manifest } = await backedUp(await filled(), source);
    expect(manifest.anchors.map(({ path }) => path)).toEqual(['anchors/audit-anchors.txt']);
    const bare = anchorDir();
    await restoreBackup(to, manifest, { url: await anEmptyDatabase(), anchorDir: bare });
    expect(await readFile(join(bare, 'audit-anchors.txt'), 'utf8')).toBe('old');
    await writeFile(join(bare, 'audit-anchors.txt'), 'newer');
    await restoreBackup(to, manifest, { url: await anEmptyDatabase(), anchorDir: bare });
    expect(await readFile(join(bare, 'audit-anchors.txt'), 'utf8')).toBe('newer');
  });
});

describe('is refused', () => {
  const read = (to: string, by = secrets) => readBackup(to, by);

  it('what was made under another master key', async () => {
    const { to } = await backedUp(await filled());
    const other = new InstanceSecrets(Buffer.alloc(32, 8));
    await expect(read(to, other)).rejects.toThrow(/another master key, or was changed/);
  });

  it('what was changed or cut, or lacks a file', async () => {
    const { to, manifest } = await backedUp(await filled());
    const file = join(to, manifest.tables.find(({ name }) => name === 'audit_leaf')?.path ?? '');
    const whole = await readFile(file);
    await writeFile(file, whole.subarray(0, -1));
    await expect(read(to)).rejects.toThrow(/audit_leaf.* is not as it was written/);
    await rm(file);
    await expect(read(to)).rejects.toThrow(/audit_leaf.* is not as it was written/);
    await writeFile(file, whole);
    await read(to);
    await appendFile(join(to, MANIFEST_FILE), ' ');
    await expect(read(to)).rejects.toThrow(/or was changed/);
  });

  it('a folder that is none, and one that is there already', async () => {
    await expect(read(folder)).rejects.toThrow(/is no backup: manifest.json is missing/);
    const source = { url: await filled(), anchorDir: anchorDir(), secrets };
    await expect(writeBackup(source, folder)).rejects.toThrow(/exists/);
  });

  it('a database that has nothing, and one that has something', async () => {
    const source = { url: await anEmptyDatabase(), anchorDir: anchorDir(), secrets };
    await expect(writeBackup(source, aPlace())).rejects.toThrow(/empty/);
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
    const { to, manifest } = await backedUp(await filled());
    const target = { url: await filled(), anchorDir: anchorDir() };
    const before = await contentOf(target.url);
    await expect(restoreBackup(to, manifest, target)).rejects.toThrow(/not empty/);
    expect([...(await contentOf(target.url))]).toEqual([...before]);
  });

  it('what was changed between the look and the use: nothing of it stays', async () => {
    const anchors = anchorDir();
    await mkdir(anchors);
    await writeFile(join(anchors, 'audit-anchors.txt'), 'ours');
    const { to, manifest } = await backedUp(await filled(), anchors);
    const read = await readBackup(to, secrets);
    const file = join(to, manifest.tables.find(({ name }) => name === 'organisation')?.path ?? '');
    const rows = gunzipSync(await readFile(file)).toString();
    await writeFile(file, gzipSync(rows.replace('EUR', 'USD')));
    const target = { url: await anEmptyDatabase(), anchorDir: anchorDir() };
    await expect(restoreBackup(to, read, target)).rejects.toThrow(
      /organisation.* is not as it was/,
    );
    expect(await valueOf(target.url, `(SELECT count(*)::int FROM organisation)`)).toBe(0);

    await writeFile(file, gzipSync(rows, { level: 1 }));
    await writeFile(join(to, 'anchors', 'audit-anchors.txt'), 'theirs');
    const other = { url: await anEmptyDatabase(), anchorDir: anchorDir() };
    await expect(restoreBackup(to, read, other)).rejects.toThrow(/anchors.* is not as it was/);
    expect(await readdir(other.anchorDir)).toEqual([]);
  });

  it('a second one while the first is under way', async () => {
    const source = { url: await filled(), anchorDir: anchorDir(), secrets };
    const { to, manifest } = await backedUp(source.url);
    const target = { url: await anEmptyDatabase(), anchorDir: anchorDir() };
    const outcomes = (all: readonly PromiseSettledResult<unknown>[]) =>
      all.map((one) => (one.status === 'fulfilled' ? 'done' : String(one.reason))).toSorted();
    const once = [
      'Error: Another backup or restore of this database is under way. Wait until it has ended.',
      'done',
    ];
    const place = aPlace();
    const backups = [writeBackup(source, place), writeBackup(source, place)];
    expect(outcomes(await Promise.allSettled(backups))).toEqual(once);
    await readBackup(place, secrets);
    const restores = [restoreBackup(to, manifest, target), restoreBackup(to, manifest, target)];
    expect(outcomes(await Promise.allSettled(restores))).toEqual(once);
    expect(await contentOf(target.url)).toEqual(await contentOf(source.url));
  });

  it('rows that do not fit: nothing of them stays', async () => {
    const { to, manifest } = await backedUp(await filled());
    const target = { url: await anEmptyDatabase(), anchorDir: anchorDir() };
    const more: BackupManifest = {
      ...manifest,
      tables: manifest.tables.map((table) => ({ ...table, rows: table.rows + 1 })),
    };
    await expect(restoreBackup(to, more, target)).rejects.toThrow(/holds \d+ rows of/);
    expect(await valueOf(target.url, `(SELECT count(*)::int FROM audit_leaf)`)).toBe(0);
  });
});
