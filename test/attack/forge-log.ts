import { Frontier } from '../../libs/audit/src/log/frontier.js';
import { leafHash } from '../../libs/audit/src/log/hashes.js';
import { TILE_WIDTH } from '../../libs/audit/src/log/tiles.js';
import type { CheckpointSigner } from '#audit';
import type { Database } from '#platform';

/**
 * Makes everything beside the entries anew from them, as somebody would who may do all in the database
 * and knows how the log is built: leaves, tile, head, and every checkpoint if there is a key to sign with.
 */
export async function forgeLog(
  owner: Database,
  organisationId: string,
  signer: CheckpointSigner | null,
): Promise<void> {
  const run = <Row>(text: string, values: unknown[] = []) =>
    owner.dataSource.query<Row[]>(text, values);
  const rows = await run<{ seq: string; entry: Buffer }>(
    `SELECT l.seq, r.entry FROM audit_leaf l JOIN audit_row r USING (id)
      WHERE l.org_id = $1 ORDER BY l.seq`,
    [organisationId],
  );
  const signed = await run<{ size: string }>(
    'SELECT size FROM audit_checkpoint WHERE org_id = $1',
    [organisationId],
  );
  const sizes = new Set(signed.map(({ size }) => Number(size)));
  const tree = Frontier.empty();
  const leaves: Buffer[] = [];
  for (const { seq, entry } of rows) {
    const leaf = leafHash(entry);
    tree.append(leaf);
    leaves.push(leaf);
    await run(
      `WITH leaf AS (UPDATE audit_leaf SET leaf_hash = $3 WHERE org_id = $1 AND seq = $2 RETURNING id)
        UPDATE audit_row SET leaf_hash = $3 WHERE id = (SELECT id FROM leaf)`,
      [organisationId, seq, leaf],
    );
    if (!signer || !sizes.has(tree.size)) continue;
    await run('UPDATE audit_checkpoint SET note = $3 WHERE org_id = $1 AND size = $2', [
      organisationId,
      tree.size,
      signer.sign(organisationId, tree.size, tree.root()),
    ]);
  }
  await run('UPDATE audit_tile SET hashes = $2 WHERE org_id = $1', [
    organisationId,
    Buffer.concat(leaves.slice(0, TILE_WIDTH)),
  ]);
  await run('UPDATE audit_head SET size = $2, frontier = $3 WHERE org_id = $1', [
    organisationId,
    tree.size,
    tree.bytes(),
  ]);
}
