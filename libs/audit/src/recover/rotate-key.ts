import type { Config, Statement } from '#platform';
import { BLANK } from '../entry/blank-entry.js';
import { timestampOf } from '../entry/timestamp.js';
import type { CheckpointSigner } from '../log/checkpoint-signer.js';
import { rowOf } from '../record/sealed-row.js';
import { writeRows } from '../record/write-rows.js';
import { addFormerKey } from '../seal/former-keys.js';
import { rotationIn } from '../verify/key-chain.js';
import type { ForkTools } from './accept-fork.js';

export interface RotationTools extends ForkTools {
  readonly config: Pick<Config, 'anchorDir'>;
  /** The key in force. */
  readonly signer: CheckpointSigner;
}

const LIST_LOGS: Statement = {
  name: 'rotate-list-logs',
  text: 'SELECT org_id AS "organisationId" FROM audit_head ORDER BY 1',
};

/** The last word of each log about its key. Entries are as they were sealed, and their ids tell their order. */
const LAST_ROTATIONS: Statement = {
  name: 'rotate-last-said',
  text: `
    SELECT DISTINCT ON (org_id) org_id AS "organisationId", entry FROM audit_row
    WHERE type = 'key_rotation' ORDER BY org_id, id DESC`,
};

export interface Rotated {
  /** Logs that say so by now. */
  readonly logs: readonly string[];
  /** Those of them that said so before: nothing was added. */
  readonly before: readonly string[];
}

/**
 * Says in each log, under the signature of the key in force, which key follows it, unless that is its last
 * word already. From then on the other one may be put into force; until that is done, the old one goes on
 * signing. @throws when the other key is the one in force
 */
export async function rotateKey(tools: RotationTools, next: CheckpointSigner): Promise<Rotated> {
  const { database, clock, ids, replica, signer, pass, anchors } = tools;
  if (next.vkeyOf('') === signer.vkeyOf('')) {
    throw new Error('This key is the one in force: name another one to follow it.');
  }
  const all = await database.query<{ organisationId: string }>(LIST_LOGS);
  const said = await database.query<{ organisationId: string; entry: Buffer }>(LAST_ROTATIONS);
  const last = new Map(said.map(({ organisationId, entry }) => [organisationId, entry]));
  const { yes: before = [], no: logs = [] } = Object.groupBy(all, ({ organisationId: id }) => {
    const entry = last.get(id);
    // Signatures of Ed25519 are the same each time; whoever may write entries cannot make this one.
    const isSaid = entry && rotationIn(entry).note === signer.signRotation(id, next.vkeyOf(id));
    return isSaid ? 'yes' : 'no';
  });
  for (const key of signer.keysOf('')) await addFormerKey(tools.config, key.publicKey);
  const at = timestampOf(clock.nowMs());
  const rows = logs.map(({ organisationId }) =>
    rowOf(
      {
        ...BLANK,
        type: 'key_rotation',
        id: ids.callId(),
        org: organisationId,
        workload: null,
        at,
        ended_at: at,
        outcome: 'ok',
        replica: replica.value,
        detail: {
          from: signer.vkeyOf(organisationId),
          to: next.vkeyOf(organisationId),
          note: signer.signRotation(organisationId, next.vkeyOf(organisationId)),
        },
      },
      { hasIntent: false, salt: null, charge: null },
    ),
  );
  if (rows.length > 0) await writeRows(database, rows);
  await pass.adoptUnsigned();
  while ((await pass.run({ isFinal: true }))?.isFull);
  await anchors.tick();
  return { logs: all.map(idOf), before: before.map(idOf) };
}

const idOf = ({ organisationId }: { readonly organisationId: string }): string => organisationId;
