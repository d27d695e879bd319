import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/support/test-database.js';
import { readCheckpoint } from '../log/checkpoint.js';
import { leafHash } from '../log/hashes.js';
import { verifyConsistency } from '../log/proof.js';
import { anOwner, type Owner } from '../testing/a-call.js';
import { type AuditWorld, auditWorld } from '../testing/audit-world.js';
import { exportLog } from './export-log.js';
import { consistencyProof, inclusionProof, verifyProof } from './prove.js';
import { verifyExport } from './verify-export.js';

const run = promisify(execFile);
const independentVerifier = fileURLToPath(new URL('independent-verify.mjs', import.meta.url));

const { app } = await testDatabase();

let world: AuditWorld;
let owner: Owner;
let vkey: string;
let whole: string;

const exports = mkdtempSync(join(tmpdir(), 'gw-export-'));
afterAll(() => rmSync(exports, { recursive: true }));

const folder = () => mkdtempSync(join(exports, 'of-'));

/** A copy of the export that the test may spoil. */
const copy = (): string => {
  const dir = folder();
  cpSync(whole, dir, { recursive: true });
  return dir;
};

/** Three checkpoints: 300, 900 and 1 000 rows. */
beforeAll(async () => {
  world = auditWorld(app);
  owner = anOwner();
  vkey = world.signer.vkeyOf(owner.organisationId);
  for (const rows of [300, 600, 100]) {
    await world.serveMany(owner, rows);
    await world.sealer.sealNow();
  }
  whole = folder();
  await exportLog(source(), whole);
});

const source = () => ({
  database: app,
  signer: world.signer,
  organisationId: owner.organisationId,
});

const spoilEntries = (dir: string, change: (lines: string[]) => string[]) => {
  const file = join(dir, 'entries.ndjson');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  writeFileSync(file, `${change(lines).join('\n')}\n`);
};

describe('an export', () => {
  it('verifies without the database, and under an independent verifier', async () => {
    expect(await verifyExport(whole, { vkey })).toMatchObject({
      isGood: true,
      faults: [],
      entries: 1_000,
      checkpoints: 3,
      isKeyTrusted: true,
    });
    const { stdout } = await run(process.execPath, [independentVerifier, whole, vkey]);
    expect(stdout).toContain('1000 entries');
    expect(stdout).not.toContain('taken from the export');
    const own = await run(process.execPath, [independentVerifier, whole]);
    expect(own.stdout).toContain('Key taken from the export itself');
    expect(own.stdout).toContain(vkey);
  });

  it.each([[[]], [['--help']], [['--key']], [['a', 'b', 'c']]])(
    'is not looked for by the independent verifier when called with %j',
    async (words) => {
      const called = await run(process.execPath, [independentVerifier, ...words]).catch(
        (fault: unknown) => fault,
      );
      expect(called).toMatchObject({ code: 2 });
      const { stderr } = called as { readonly stderr: string };
      expect(stderr).toMatch(/Usage: node independent-verify\.mjs <folder> \[<vkey>\]\n$/);
      expect(stderr).not.toContain('    at ');
    },
  );

  it('ends at a checkpoint, and may begin anywhere', async () => {
    const dir = folder();
    expect(await exportLog(source(), dir, { from: 450, to: 500 })).toMatchObject({
      from: 450,
      to: 900,
      logSize: 1_000,
    });
    expect(await verifyExport(dir, { vkey })).toMatchObject({ isGood: true, entries: 450 });
    await expect(exportLog(source(), folder(), { from: 1_000 })).rejects.toThrow('no checkpoint');
  });

  it('names the row of which one byte was changed', async () => {
    const dir = copy();
    spoilEntries(dir, (lines) =>
      lines.map((line, seq) => (seq === 417 ? line.replace('"in":12', '"in":13') : line)),
    );
    expect(await verifyExport(dir, { vkey })).toMatchObject({ isGood: false, firstBadSeq: 417 });
    await expect(run(process.execPath, [independentVerifier, dir, vkey])).rejects.toThrow('root');
  });

  it('names the place of a row that was deleted', async () => {
    const dir = copy();
    spoilEntries(dir, (lines) => lines.toSpliced(620, 1));
    expect(await verifyExport(dir, { vkey })).toMatchObject({ isGood: false, firstBadSeq: 620 });
    await expect(run(process.execPath, [independentVerifier, dir, vkey])).rejects.toThrow();
  });

  it('names the first row of a tail that was cut off', async () => {
    const dir = copy();
    spoilEntries(dir, (lines) => lines.slice(0, 950));
    expect(await verifyExport(dir, { vkey })).toMatchObject({ isGood: false, firstBadSeq: 950 });
    truncateSync(join(dir, 'entries.ndjson'), 700);
    expect(await verifyExport(dir, { vkey })).toMatchObject({ isGood: false, firstBadSeq: 0 });
    await expect(run(process.execPath, [independentVerifier, dir, vkey])).rejects.toThrow();
  });

  it('does not verify when rows and leaf hashes were changed together', async () => {
    const dir = copy();
    spoilEntries(dir, (lines) => lines.toSpliced(620, 1));
    const leaves = readFileSync(join(dir, 'leaves.bin'));
    writeFileSync(
      join(dir, 'leaves.bin'),
      Buffer.concat([leaves.subarray(0, 620 * 32), leaves.subarray(621 * 32)]),
    );
    const verdict = await verifyExport(dir, { vkey });
    expect(verdict).toMatchObject({ isGood: false, firstBadSeq: 300 });
    expect(verdict.faults.join()).toContain('checkpoint of 900');
  });

  it('is not taken in by a checkpoint from before its range', async () => {
    const dir = folder();
    await exportLog(source(), dir, { from: 450 });
    const file = join(dir, 'checkpoints.txt');
    const older = readFileSync(join(whole, 'checkpoints.txt'), 'utf8');
    writeFileSync(file, older);
    expect((await verifyExport(dir, { vkey })).isGood).toBe(true);
    spoilEntries(dir, (lines) => lines.map((line) => line.replace('"in":12', '"in":13')));
    const lines = readFileSync(join(dir, 'entries.ndjson'), 'utf8').trimEnd().split('\n');
    const leaves = lines.map((line) => leafHash(Buffer.from(line)));
    writeFileSync(join(dir, 'leaves.bin'), Buffer.concat(leaves));
    expect(await verifyExport(dir, { vkey })).toMatchObject({ isGood: false, firstBadSeq: 450 });
  });

  it('does not verify under a key of the forger, nor with a checkpoint of one', async () => {
    const dir = copy();
    const other = world.signer.vkeyOf(anOwner().organisationId);
    expect((await verifyExport(dir, { vkey: other })).isGood).toBe(false);
    const file = join(dir, 'checkpoints.txt');
    writeFileSync(file, readFileSync(file, 'utf8').replace('\n900\n', '\n901\n'));
    const verdict = await verifyExport(dir, { vkey });
    expect(verdict.faults.join()).toContain('size 901 is not signed');
  });

  it('does not verify against a checkpoint that was kept and no longer fits', async () => {
    const anchors = readFileSync(join(whole, 'checkpoints.txt'), 'utf8');
    expect(await verifyExport(whole, { vkey, anchors })).toMatchObject({
      isGood: true,
      anchors: 3,
    });

    const shorter = copy();
    spoilEntries(shorter, (lines) => lines.slice(0, 900));
    const checkpoints = anchors.split('\n\n').slice(0, 4).join('\n\n');
    writeFileSync(join(shorter, 'checkpoints.txt'), `${checkpoints}\n\n`);
    const manifest = readFileSync(join(shorter, 'manifest.json'), 'utf8');
    writeFileSync(join(shorter, 'manifest.json'), manifest.replaceAll('1000', '900'));
    expect((await verifyExport(shorter, { vkey })).isGood).toBe(true);
    const verdict = await verifyExport(shorter, { vkey, anchors });
    expect(verdict.faults).toEqual([
      expect.stringMatching(
        /^The log had 1000 rows when anchored and claims 900: its end is missing,/,
      ),
    ]);
  });
});

describe('a proof', () => {
  it('shows that a call is in the log, and that its entry is this one', async () => {
    const lines = readFileSync(join(whole, 'entries.ndjson'), 'utf8').trimEnd().split('\n');
    for (const seq of [0, 299, 300, 767, 999]) {
      const line = lines[seq] ?? '';
      const { id } = JSON.parse(line) as { id: string };
      const proof = (await inclusionProof(app, id)) ?? '';
      expect(verifyProof(proof, Buffer.from(line), vkey)).toEqual({
        isGood: true,
        origin: world.signer.originOf(owner.organisationId),
        index: seq,
        size: 1_000,
      });
      const changed = Buffer.from(line.replace('"in":12', '"in":13'));
      expect(verifyProof(proof, changed, vkey).isGood).toBe(false);
      expect(verifyProof(proof.replace('— ', '— x'), Buffer.from(line), vkey).isGood).toBe(false);
    }
  });

  it('is not there for a call that is not under a checkpoint yet', async () => {
    const call = await world.serve(anOwner());
    expect(await inclusionProof(app, call.callId)).toBeUndefined();
  });

  it('shows that the log only grew', async () => {
    const text = readFileSync(join(whole, 'checkpoints.txt'), 'utf8');
    const heads = text.split('\n\n').flatMap((block) => readCheckpoint(block) ?? []);
    const [first, second, third] = heads;
    if (!first || !second || !third) throw new Error('There are three checkpoints.');
    for (const [old, head] of [
      [first, second],
      [first, third],
      [second, third],
    ] as const) {
      const proof = await consistencyProof(app, owner.organisationId, [old.size, head.size]);
      const hashes = (proof ?? '')
        .trimEnd()
        .split('\n')
        .map((line) => Buffer.from(line, 'base64'));
      expect(verifyConsistency(old, head, hashes)).toBe(true);
    }
  });
});
