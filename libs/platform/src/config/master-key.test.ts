import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SystemEntropy } from '#kernel';
import { loadConfig } from './environment.js';
import { openSecrets } from './master-key.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gw-key-'));
});
afterEach(() => rm(folder, { recursive: true }));

const entropy = new SystemEntropy();
const HEX = 'ab'.repeat(32);
const open = (variables: Record<string, string> = {}) =>
  openSecrets(loadConfig({ GW_DATA_DIR: join(folder, 'data'), ...variables }), entropy);
const keyFile = () => join(folder, 'data', 'master.key');

describe('openSecrets', () => {
  it('makes a key on first use, for its owner only, and keeps it', async () => {
    const first = await open();
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
    const made = await readFile(keyFile(), 'utf8');
    expect(made).toMatch(/^[0-9a-f]{64}\n$/);
    const again = await open();
    expect(await readFile(keyFile(), 'utf8')).toBe(made);
    expect(again.derive('keys')).toEqual(first.derive('keys'));
  });

  it('makes another key for another instance', async () => {
    const one = await open();
    const other = await open({ GW_DATA_DIR: join(folder, 'other') });
    expect(other.derive('keys')).not.toEqual(one.derive('keys'));
  });

  it('uses the key it is given, and keeps no copy', async () => {
    const secrets = await open({ GW_MASTER_KEY: HEX });
    const base64 = Buffer.from(HEX, 'hex').toString('base64');
    const same = await open({ GW_MASTER_KEY: base64 });
    expect(same.derive('keys')).toEqual(secrets.derive('keys'));
    expect(await readdir(folder)).toEqual([]);
  });

  it('refuses to make one where replicas would each make their own', async () => {
    await expect(open({ DATABASE_URL: 'postgres://db' })).rejects.toThrow(/GW_MASTER_KEY/);
    expect(await readdir(folder)).toEqual([]);
  });

  it('goes on with the key of its folder when the database moves elsewhere', async () => {
    const before = await open();
    const after = await open({ DATABASE_URL: 'postgres://db' });
    expect(after.derive('keys')).toEqual(before.derive('keys'));
  });

  it('refuses a key that is too short to be one', async () => {
    await open();
    await writeFile(keyFile(), 'abcd\n');
    await expect(open()).rejects.toThrow(/fewer than 32 bytes/);
  });

  it('derives a key for each purpose that tells nothing of the others', async () => {
    const secrets = await open({ GW_MASTER_KEY: HEX });
    const derived = ['a', 'b', 'ab'].map((purpose) => secrets.derive(purpose).toString('hex'));
    expect(new Set([...derived, HEX]).size).toBe(4);
    expect(derived.every((key) => key.length === 64)).toBe(true);
  });
});
