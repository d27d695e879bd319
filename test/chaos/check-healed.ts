import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportLog, openSigner, verifyExport } from '#audit';
import { loadConfig } from '#platform';
import type { GatewayHome } from '../support/gateway-process.js';
import { waitFor } from '../support/wait-for.js';

const SETTLED_MS_MAX = 120_000; // Silent replicas are recovered after half a minute.

export interface Healed {
  /** When nothing was open any more, by the monotonic clock. */
  readonly settledMs: number;
  readonly holdsLeft: number;
  /** What `fsck` and `verify` found. */
  readonly findings: readonly string[];
  /** Types of the sealed entries by call; more than one would be a call that is there twice. */
  readonly sealed: ReadonlyMap<string, readonly string[]>;
  /** What sealed calls cost as their entries say, and as the ledger does. */
  readonly priced: ReadonlyMap<string, bigint>;
  readonly charged: ReadonlyMap<string, bigint>;
}

/**
 * Waits until nothing is open, and tells what is left then.
 *
 * @param heldElsewhere holds that do not stand in the database
 */
export async function checkHealed(
  home: GatewayHome,
  heldElsewhere: () => Promise<number> = () => Promise.resolve(0),
): Promise<Healed> {
  const holdsLeft = async () =>
    (await countOf(home, 'meter_counter WHERE held <> 0')) + (await heldElsewhere());
  const isSettled = async () =>
    (await countOf(home, 'call_intent')) + (await countOf(home, 'audit_pending')) === 0 &&
    (await holdsLeft()) === 0;
  // In vain: then the counts below say what is left.
  await waitFor('all to be settled', isSettled, SETTLED_MS_MAX).catch(() => undefined);
  const settledMs = performance.now();
  const { findings } = await home.fsck();
  return {
    settledMs,
    holdsLeft: await holdsLeft(),
    findings: [...findings.map(({ assertion }) => assertion), ...(await faultsOfExport(home))],
    sealed: await sealedOf(home),
    priced: await amountsOf(
      home,
      `SELECT r.id, convert_from(r.entry, 'UTF8')::json->'price'->>'nano' AS nano
        FROM audit_row r JOIN audit_leaf l USING (id)`,
    ),
    charged: await amountsOf(home, 'SELECT id, nano FROM ledger_entry'),
  };
}

async function countOf(home: GatewayHome, what: string): Promise<number> {
  const [row] = await home.rows<{ count: string }>(`SELECT count(*) FROM ${what}`);
  return Number(row?.count);
}

/** As an auditor checks it: offline, against the anchors that the gateway left outside. */
async function faultsOfExport(home: GatewayHome): Promise<readonly string[]> {
  const { database, secrets } = await home.open();
  const config = loadConfig(home.ownEnvironment);
  const [organisation] = await home.rows<{ id: string }>('SELECT id FROM organisation');
  const folder = await mkdtemp(join(tmpdir(), 'gw-chaos-export-'));
  try {
    const signer = openSigner(config, secrets);
    // Before the export: what a gateway anchors meanwhile is newer than the log that is exported.
    const anchors = await readFile(join(home.folder, 'audit-anchors.txt'), 'utf8').catch(() => '');
    await exportLog({ database, signer, organisationId: organisation?.id ?? '' }, folder);
    return (await verifyExport(folder, { anchors })).faults;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function sealedOf(home: GatewayHome): Promise<Healed['sealed']> {
  const rows = await home.rows<{ id: string; type: string }>(
    'SELECT r.id, r.type FROM audit_row r JOIN audit_leaf l USING (id)',
  );
  const types = new Map<string, string[]>();
  for (const { id, type } of rows) types.set(id, [...(types.get(id) ?? []), type]);
  return types;
}

async function amountsOf(home: GatewayHome, query: string): Promise<Healed['priced']> {
  const rows = await home.rows<{ id: string; nano: string | null }>(query);
  return new Map(rows.flatMap(({ id, nano }) => (nano === null ? [] : [[id, BigInt(nano)]])));
}
