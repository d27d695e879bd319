import { Clock, Ids } from '#kernel';
import type { Database, ReplicaId } from '#platform';
import { BLANK } from '../entry/blank-entry.js';
import type { EntryHead } from '../entry/entry.js';
import { timestampOf } from '../entry/timestamp.js';
import { Frontier } from '../log/frontier.js';
import { rowOf } from '../record/sealed-row.js';
import { writeRows } from '../record/write-rows.js';
import type { Anchors } from '../seal/anchors.js';
import type { SealPass } from '../seal/seal-pass.js';
import { READ_HEAD } from './statements.js';

export interface AcceptedFork {
  readonly organisationId: string;
  /** The newest anchored head, whose rows are gone. */
  readonly lost: EntryHead;
  /** The head that the log goes on from. */
  readonly kept: EntryHead;
}

export interface ForkTools {
  readonly database: Database;
  readonly anchors: Anchors;
  readonly pass: SealPass;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly replica: ReplicaId;
}

/**
 * Lets logs that were set back go on, with an entry in each that names both heads: the break stays
 * visible for ever, in the database and in each export. The old anchors are kept beside the new ones.
 */
export async function acceptForks(tools: ForkTools): Promise<readonly AcceptedFork[]> {
  const { database, anchors, pass } = tools;
  const forks: AcceptedFork[] = [];
  for (const lost of await anchors.findLost()) {
    const { organisationId, size, root } = lost;
    const kept = await headOf(database, organisationId);
    forks.push({ organisationId, lost: { size, root: root.toString('base64') }, kept });
  }
  if (forks.length === 0) return forks;
  await writeRows(
    database,
    forks.map((fork) =>
      rowOf(entryOf(fork, tools), { hasIntent: false, salt: null, charge: null }),
    ),
  );
  // From here on a gateway that runs beside this goes on; before, only the entries wait to be sealed.
  await anchors.beginAnew(forks, tools.clock.nowMs());
  await pass.adoptUnsigned();
  while ((await pass.run({ isFinal: true }))?.isFull);
  await anchors.tick();
  return forks;
}

async function headOf(database: Database, organisationId: string): Promise<EntryHead> {
  const [head] = await database.query<{ size: string; frontier: Buffer }>(READ_HEAD, [
    organisationId,
  ]);
  const frontier = Frontier.read(Number(head?.size ?? 0), head?.frontier ?? Buffer.alloc(0));
  return { size: frontier.size, root: frontier.root().toString('base64') };
}

function entryOf({ organisationId, lost, kept }: AcceptedFork, { clock, ids, replica }: ForkTools) {
  const at = timestampOf(clock.nowMs());
  return {
    ...BLANK,
    type: 'fork' as const,
    id: ids.callId(),
    org: organisationId,
    workload: null,
    at,
    ended_at: at,
    outcome: 'ok' as const,
    replica: replica.value,
    fork: { kept, lost },
  };
}
