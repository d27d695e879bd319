import type { OrganisationId } from '#kernel';
import type { Queries, Statement, Tx } from './database.js';

/** `settings`: of an organisation, its prices included. `keys`: its virtual keys. */
export type EpochName = 'settings' | 'keys';

/** Counters that move with every change; every replica polls them to learn what to read again. */
export type Epochs = ReadonlyMap<OrganisationId, Readonly<Record<EpochName, string>>>;

const READ: Statement = {
  name: 'epochs-read',
  text: `SELECT org_id, coalesce(max(value) FILTER (WHERE name = 'settings'), 0) AS settings,
      coalesce(max(value) FILTER (WHERE name = 'keys'), 0) AS keys
    FROM epoch GROUP BY org_id`,
};
const BUMP: Statement = {
  name: 'epoch-bump',
  text: `INSERT INTO epoch (org_id, name, value) VALUES ($1, $2, 1)
    ON CONFLICT (org_id, name) DO UPDATE SET value = epoch.value + 1`,
};
// Waits for organisations that are being made at this moment: their epoch has to move, too.
const LOCK: Statement = {
  name: 'epoch-lock',
  text: 'LOCK TABLE epoch IN SHARE ROW EXCLUSIVE MODE',
};
const BUMP_ALL: Statement = {
  name: 'epoch-bump-all',
  text: 'UPDATE epoch SET value = value + 1 WHERE name = $1',
};

export async function readEpochs(queries: Queries): Promise<Epochs> {
  const rows = await queries.query<{ org_id: OrganisationId; settings: string; keys: string }>(
    READ,
  );
  return new Map(rows.map(({ org_id, settings, keys }) => [org_id, { settings, keys }]));
}

export async function bumpEpoch(
  tx: Tx,
  name: EpochName,
  organisation: OrganisationId,
): Promise<void> {
  await tx.query(BUMP, [organisation, name]);
}

/** For what all organisations share. The last thing of its transaction, since it waits for others. */
export async function bumpAllEpochs(tx: Tx, name: EpochName): Promise<void> {
  await tx.query(LOCK);
  await tx.query(BUMP_ALL, [name]);
}
