import { expect, it } from 'vitest';
import { testDatabase } from '../../../../test/support/test-database.js';
import { isConsistent, openCheckpoint, readTree } from '../../../../test/support/tile-client.js';
import { anOwner } from '../testing/a-call.js';
import { auditWorld } from '../testing/audit-world.js';
import { consistencyProof, newestCheckpoint } from '../verify/prove.js';
import { readTilePath } from './tile-path.js';
import { readTile } from './read-tile.js';

const { app, owner: writer } = await testDatabase();
const OLD_LEAVES = 1_000;
const LEAVES = 66_000; // A full tile of level 1, and one of level 2 that has one hash.

/** Leaves without entries: tiles know hashes only. */
async function seal(organisationId: string, leaves: number): Promise<void> {
  await writer.dataSource.query(
    `INSERT INTO audit_pending (org_id, id, leaf_hash)
      SELECT $1, gen_random_uuid(), sha256(n::text::bytea) FROM generate_series(1, $2) n`,
    [organisationId, leaves],
  );
  await world.sealer.sealNow();
}

const world = auditWorld(app);

it('serves tiles of every level, full and partial, that make the root', async () => {
  const { organisationId } = anOwner();
  const vkey = world.signer.vkeyOf(organisationId);
  const headNow = async () =>
    openCheckpoint((await newestCheckpoint(app, organisationId))?.note ?? '', vkey);
  const fetch = async (path: string) => {
    const asked = readTilePath(path.replace(/^tile\//, ''));
    const tile = asked && (await readTile(app, organisationId, asked));
    if (!tile) throw new Error(`there is no ${path}`);
    return tile;
  };
  await seal(organisationId, OLD_LEAVES);
  const old = await headNow();
  await seal(organisationId, LEAVES - OLD_LEAVES);
  const head = await headNow();
  expect(head.size).toBe(LEAVES);
  expect(await readTree(fetch, head)).toHaveLength(LEAVES);
  expect(await readTree(fetch, old)).toHaveLength(OLD_LEAVES);
  const proof = await consistencyProof(app, organisationId, [old.size, head.size]);
  const hashes = (proof ?? '').trimEnd().split('\n');
  expect(
    isConsistent(
      old,
      head,
      hashes.map((hash) => Buffer.from(hash, 'base64')),
    ),
  ).toBe(true);
  await expect(fetch('tile/entries/000')).rejects.toThrow('there is no');
});
