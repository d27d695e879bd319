import { listHolds, releaseHold } from '#audit';
import { counted, formatNano, Ids, SystemClock, SystemEntropy, uuidV7Ms } from '#kernel';
import { ReplicaId } from '#platform';
import { UsageError } from '../usage-error.js';
import { print, withInstance } from '../with-instance.js';

export function listOpenHolds(): Promise<number> {
  return withInstance(async ({ database }) => {
    const holds = await listHolds(database);
    for (const { id, workloadId, holdNano, isAlive } of holds) {
      const since = new Date(uuidV7Ms(id)).toISOString();
      const replica = isAlive ? 'its replica lives' : 'its replica is gone';
      print(
        `${id}  since ${since}  ${formatNano(BigInt(holdNano))}  workload ${workloadId}  ${replica}`,
      );
    }
    print(`${counted(holds.length, 'hold')}.`);
    return 0;
  });
}

export function releaseOneHold([callId]: readonly string[]): Promise<number> {
  if (!callId) throw new UsageError('Of which call? gw holds list shows them.');
  return withInstance(async ({ database }) => {
    if (await releaseHold({ database, ...operatorTools() }, callId)) {
      print(`The hold of ${callId} is released, and nothing was charged. The log says so.`);
      return 0;
    }
    print('Nothing is held for this call.');
    return 1;
  });
}

/** A command is no replica: its entries carry an id of their own. */
export function operatorTools() {
  const clock = new SystemClock();
  const ids = new Ids(clock, new SystemEntropy());
  return { clock, ids, replica: new ReplicaId(ids.callId()) };
}
