import type { Config, Statement } from '#platform';
import { BLANK } from '../entry/blank-entry.js';
import { timestampOf } from '../entry/timestamp.js';
import type { CheckpointSigner } from '../log/checkpoint-signer.js';
import { rowOf } from '../record/sealed-row.js';
import { writeRows } from '../record/write-rows.js';
import { addFormerKey } from '../seal/former-keys.js';
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

/**
 * Says in each log, under the signature of the key in force, which key follows it. From then on the
 * other one may be put into force; until that is done, the old one goes on signing. @returns the logs
 */
export async function rotateKey(
  tools: RotationTools,
  next: CheckpointSigner,
): Promise<readonly string[]> {
  const { database, clock, ids, replica, signer, pass, anchors } = tools;
  const logs = await database.query<{ organisationId: string }>(LIST_LOGS);
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
  return logs.map(({ organisationId }) => organisationId);
}
