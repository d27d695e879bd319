import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ids, SystemClock, SystemEntropy, type OrganisationId } from '#kernel';
import { loadConfig } from '#platform';
import { testDatabase } from '../../../../test/support/test-database.js';
import { BLANK } from '../entry/blank-entry.js';
import type { EntryDetail } from '../entry/entry.js';
import { timestampOf } from '../entry/timestamp.js';
import { rowOf } from '../record/sealed-row.js';
import { writeRows } from '../record/write-rows.js';
import { FORMER_KEYS_FILE } from '../seal/former-keys.js';
import { SealPass } from '../seal/seal-pass.js';
import { anOwner } from '../testing/a-call.js';
import { aConfig, type AuditWorld, auditWorld } from '../testing/audit-world.js';
import { exportLog } from '../verify/export-log.js';
import { fsck } from '../verify/fsck.js';
import { verifyExport } from '../verify/verify-export.js';
import { rotateKey } from './rotate-key.js';

const run = promisify(execFile);
const independent = fileURLToPath(new URL('../verify/independent-verify.mjs', import.meta.url));
const { app } = await testDatabase();
const owner = anOwner();
const { organisationId } = owner;
const clock = new SystemClock();
const tools = { clock, ids: new Ids(clock, new SystemEntropy()) };

const folder = mkdtempSync(join(tmpdir(), 'gw-rotate-'));
afterAll(() => rmSync(folder, { recursive: true }));
const GW_DATA_DIR = aConfig().dataDir;

function aKey(name: string): { file: string; pem: string } {
  const pem = String(
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
  );
  const file = join(folder, name);
  writeFileSync(file, pem);
  return { file, pem };
}

const worldOf = (file?: string): AuditWorld =>
  auditWorld(app, loadConfig({ GW_DATA_DIR, ...(file && { GW_SIGNING_KEY_FILE: file }) }));

async function serve(world: AuditWorld, calls: number): Promise<void> {
  await world.serveMany(owner, calls);
  await world.sealer.sealNow();
}

/** As whoever may write entries can. */
async function writeRotation(
  { replica, database }: AuditWorld,
  org: OrganisationId,
  detail: EntryDetail,
): Promise<void> {
  const at = timestampOf(clock.nowMs());
  const entry = {
    ...BLANK,
    type: 'key_rotation' as const,
    id: tools.ids.callId(),
    org,
    workload: null,
    at,
    ended_at: at,
    outcome: 'ok' as const,
    replica: replica.value,
    detail,
  };
  await writeRows(database, [rowOf(entry, { hasIntent: false, salt: null, charge: null })]);
}

async function anExport({ signer }: AuditWorld, range = {}): Promise<string> {
  const dir = mkdtempSync(join(folder, 'export-'));
  await exportLog({ database: app, signer, organisationId }, dir, range);
  return dir;
}

const [second, third] = [aKey('second.pem'), aKey('third.pem')];
const vkeys: string[] = [];
let world: AuditWorld;
let exported: string;

/** Three keys, one after the other; each old one signs once more before the next is in force. */
beforeAll(async () => {
  world = worldOf();
  await serve(world, 5);
  for (const next of [second, third]) {
    vkeys.push(world.signer.vkeyOf(organisationId));
    expect(await rotateKey({ ...world, ...tools }, world.signer.withPem(next.pem))).toEqual({
      logs: [organisationId],
      before: [],
    });
    await serve(world, 2);
    world = worldOf(next.file);
    await serve(world, 3);
  }
  vkeys.push(world.signer.vkeyOf(organisationId));
  exported = await anExport(world);
});

/** A copy of the export that the test may spoil. */
function spoiled(name: string, change: (text: string) => string): string {
  const dir = mkdtempSync(join(folder, 'spoiled-'));
  cpSync(exported, dir, { recursive: true });
  writeFileSync(join(dir, name), change(readFileSync(join(dir, name), 'utf8')));
  return dir;
}

describe('a log whose key was rotated twice', () => {
  it('verifies under each of its keys, and under an independent verifier from the first', async () => {
    expect(new Set(vkeys).size).toBe(3);
    for (const vkey of vkeys) {
      expect(await verifyExport(exported, { vkey })).toMatchObject({ isGood: true, faults: [] });
    }
    const { stdout } = await run(process.execPath, [independent, exported, vkeys[0] ?? '']);
    expect(stdout).toContain('17 entries');
    const anchors = readFileSync(join(exported, 'checkpoints.txt'), 'utf8');
    expect(await verifyExport(exported, { vkey: vkeys[0] ?? '', anchors })).toMatchObject({
      isGood: true,
      anchors: 7,
    });
  });

  it('is clean to fsck, as long as the former keys are known outside of the database', async () => {
    expect((await fsck(app, world.signer)).findings).toEqual([]);
    const stranger = auditWorld(
      app,
      loadConfig({ GW_DATA_DIR: aConfig().dataDir, GW_SIGNING_KEY_FILE: third.file }),
    );
    const { findings } = await fsck(app, stranger.signer);
    expect(findings.map(({ assertion }) => assertion)).toEqual([
      'every checkpoint is signed by this instance',
    ]);
    const keys = readFileSync(join(GW_DATA_DIR, FORMER_KEYS_FILE), 'utf8').trimEnd().split('\n');
    expect(keys).toHaveLength(2);
  });

  it('verifies from any row on under each of its keys, independently from those in force until there', async () => {
    const inForce = { 4: 1, 7: 1, 9: 2, 13: 2, 15: 3 };
    for (const [from, keys] of Object.entries(inForce)) {
      const dir = await anExport(world, { from: Number(from) });
      for (const [at, vkey] of vkeys.entries()) {
        expect(await verifyExport(dir, { vkey })).toMatchObject({ isGood: true, faults: [] });
        if (at >= keys) continue;
        const { stdout } = await run(process.execPath, [independent, dir, vkey]);
        expect(stdout).toContain(`${17 - Number(from)} entries`);
      }
    }
  });

  it('does not verify from a later row where a key that nobody named signed', async () => {
    const dir = await anExport(world, { from: 13 });
    const other = world.signer.withPem(aKey('unnamed.pem').pem).vkeyOf(organisationId);
    const manifest = join(dir, 'manifest.json');
    const text = readFileSync(manifest, 'utf8');
    const { rotations } = JSON.parse(text) as { rotations: { note: string }[] };
    expect(rotations).toHaveLength(2);
    for (const [from, to] of [
      [vkeys[2] ?? '', other],
      [JSON.stringify(rotations[1]?.note), JSON.stringify(rotations[0]?.note)],
    ] as const) {
      writeFileSync(manifest, text.replaceAll(from, to));
      expect((await verifyExport(dir, { vkey: vkeys[0] ?? '' })).isGood).toBe(false);
      await expect(run(process.execPath, [independent, dir, vkeys[0] ?? ''])).rejects.toThrow();
    }
  });

  it('does not verify under a key that is none of its own', async () => {
    const other = world.signer.withPem(aKey('other.pem').pem).vkeyOf(organisationId);
    expect((await verifyExport(exported, { vkey: other })).isGood).toBe(false);
    await expect(run(process.execPath, [independent, exported, other])).rejects.toThrow();
  });

  it('does not verify where the manifest names a rotation that the log does not', async () => {
    const other = world.signer.withPem(aKey('forged.pem').pem).vkeyOf(organisationId);
    const dir = spoiled('manifest.json', (text) => text.replaceAll(vkeys[1] ?? '', other));
    expect((await verifyExport(dir, { vkey: vkeys[0] ?? '' })).isGood).toBe(false);
  });

  it('does not verify where the database alone says that another key followed', async () => {
    const stranger = anOwner();
    const forger = worldOf().signer.withPem(aKey('forger.pem').pem);
    const ours = worldOf();
    await ours.serveMany(stranger, 2);
    await ours.sealer.sealNow();
    const keys = [ours.signer, forger].map((one) => one.vkeyOf(stranger.organisationId));
    const [from = '', to = ''] = keys;
    const note = forger.signRotation(stranger.organisationId, to); // Not by the key that it names.
    await writeRotation(ours, stranger.organisationId, { from, to, note });
    await ours.sealer.sealNow(); // The sealer signs what it finds.
    const dir = mkdtempSync(join(folder, 'export-'));
    const source = { database: app, signer: ours.signer, organisationId: stranger.organisationId };
    const manifest = await exportLog(source, dir);
    expect(manifest.rotations).toHaveLength(1);
    await ours.serveMany(stranger, 1);
    const pass = new SealPass(app, forger, ours.anchors, clock);
    await pass.run({ isFinal: true });
    const again = mkdtempSync(join(folder, 'export-'));
    await exportLog(source, again);
    expect((await verifyExport(again, { vkey: from })).isGood).toBe(false);
    await expect(run(process.execPath, [independent, again, from])).rejects.toThrow(
      'keys of row 2',
    );
  });

  it('does not verify where a key signs on after it was followed', async () => {
    const old = worldOf().signer;
    const dir = spoiled('checkpoints.txt', (text) => {
      const blocks = text.trimEnd().split('\n\n');
      const [origin, size = '', root = ''] = (blocks.at(-2) ?? '').split('\n');
      const forged = old.sign(organisationId, Number(size), Buffer.from(root, 'base64'));
      expect(forged.startsWith(`${origin}\n`)).toBe(true);
      return `${[...blocks.slice(0, -2), forged.trimEnd()].join('\n\n')}\n\n`;
    });
    const { faults } = await verifyExport(dir, { vkey: vkeys[0] ?? '' });
    expect(faults).toContain('A checkpoint of size 17 is not signed by this key.');
  });

  it('does not verify where no old key signed that it was followed', async () => {
    const dir = spoiled('checkpoints.txt', (text) => {
      const notes = text.split('\n\n');
      const kept = notes.flatMap((block, at) => {
        const size = Number(block.split('\n')[1]);
        return at % 2 === 0 && size > 5 && size <= 8 ? [] : [at];
      });
      return notes.filter((_, at) => kept.includes(at - (at % 2))).join('\n\n');
    });
    const { faults } = await verifyExport(dir, { vkey: vkeys[0] ?? '' });
    expect(faults).toContain('Row 5: The old key did not sign that it was followed by another.');
  });
});

it('is said once of a log, however often the command is given', async () => {
  const { app: database } = await testDatabase();
  const [again, other] = [auditWorld(database), aKey('again.pem')];
  const stranger = anOwner();
  await again.serveMany(stranger, 1);
  await again.sealer.sealNow();
  const rotations = async () =>
    (
      await database.query<{ entry: Buffer }>(
        {
          name: 'test-rotations',
          text: `SELECT entry FROM audit_row WHERE org_id = $1 AND type = 'key_rotation'`,
        },
        [stranger.organisationId],
      )
    ).length;
  const rotate = (pem: string) =>
    rotateKey({ ...again, ...tools }, again.signer.withPem(pem)).then(({ logs, before }) => [
      logs.includes(stranger.organisationId),
      before.includes(stranger.organisationId),
    ]);
  // An entry that the key did not sign stands in nobody's way.
  const [from, to] = [again.signer, again.signer.withPem(other.pem)].map((one) =>
    one.vkeyOf(stranger.organisationId),
  ) as [string, string];
  await writeRotation(again, stranger.organisationId, { from, to, note: 'forged' });
  expect(await rotate(other.pem)).toEqual([true, false]);
  expect(await rotate(other.pem)).toEqual([true, true]);
  expect(await rotations()).toBe(1 + 1);
  const changed = aKey('changed.pem');
  expect(await rotate(changed.pem)).toEqual([true, false]);
  expect(await rotate(other.pem)).toEqual([true, false]); // The last word counts.
  expect(await rotations()).toBe(1 + 3);
  await expect(rotateKey({ ...again, ...tools }, again.signer)).rejects.toThrow('in force');
});
