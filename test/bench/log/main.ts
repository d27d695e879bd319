/**
 * `npm run bench:log`: rows that wait are sealed, by the real sealer on the embedded PostgreSQL, then
 * exported and verified offline, by the product's verifier and by the independent one.
 */
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Anchors, exportLog, openSigner, RemoteAnchors, SealPass, verifyExport } from '#audit';
import { SystemClock, SystemEntropy } from '#kernel';
import { loadConfig, openInstance } from '#platform';
import { median } from '../../support/quantile.js';
import { table } from '../report/table.js';
import { readOptions } from './options.js';

const AIMS = { seal: 40_000, verify: 100_000 };
const INDEPENDENT = 'libs/audit/src/verify/independent-verify.mjs';

const { rowCount, rounds, organisations } = readOptions(process.argv.slice(2));

// As large as the entry of a call, and like one: 1,050 bytes of text.
const FILL = `
  WITH made AS (
    SELECT gen_random_uuid() AS id, ('00000000-0000-7000-8000-' || lpad((n % $2)::text, 12, '0'))::uuid AS org,
      n FROM generate_series(1, $1::int) n
  ), entries AS (
    SELECT id, org, convert_to(rpad('{"id":"' || id || '","n":' || n || ',"rest":"', 1048, 'x') || '"}', 'UTF8') AS entry
    FROM made
  ), rows AS (
    INSERT INTO audit_row (id, at, org_id, type, leaf_hash, entry)
    SELECT id, now(), org, 'call', sha256('\\x00'::bytea || entry), entry FROM entries
    RETURNING id, org_id, leaf_hash
  )
  INSERT INTO audit_pending (org_id, id, leaf_hash) SELECT org_id, id, leaf_hash FROM rows`;

const secondsOf = async (work: () => unknown): Promise<number> => {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1_000;
};

const folder = await mkdtemp(join(tmpdir(), 'gw-bench-log-'));
await chmod(folder, 0o711); // As root the server is another user, who has to pass through.
const config = loadConfig({ GW_DATA_DIR: folder });
const clock = new SystemClock();
const instance = await openInstance(config, clock, new SystemEntropy(), { migrates: true });
const { database, secrets } = instance;
const signer = openSigner(config, secrets);
const anchors = new Anchors(database, config, clock, new RemoteAnchors(config, clock));
const pass = new SealPass(database, signer, anchors, clock);

async function sealAll(): Promise<void> {
  while ((await pass.run({ isFinal: true }))?.isFull);
}

const FILL_ROWS = 20_000; // Of one statement, which ends after ten seconds.

async function fill(rows: number, logs: number): Promise<void> {
  for (let done = 0; done < rows; done += FILL_ROWS) {
    const count = Math.min(FILL_ROWS, rows - done);
    await database.query({ name: 'bench-fill', text: FILL }, [count, logs]);
  }
}

async function sealRates(logs: number): Promise<number[]> {
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await fill(rowCount, logs);
    rates.push(rowCount / (await secondsOf(sealAll)));
  }
  return rates;
}

const organisationId = '00000000-0000-7000-8000-000000000000';

async function verifyRates(dir: string) {
  const { to, vkey } = await exportLog({ database, signer, organisationId }, dir);
  const [ours, independent]: [number[], number[]] = [[], []];
  let isGood = true;
  for (let round = 0; round < rounds; round++) {
    const verdict = await verifyExport(dir, { vkey });
    isGood &&= verdict.isGood;
    ours.push(verdict.rowsPerSecond);
    const verifier = [INDEPENDENT, dir, vkey];
    const seconds = await secondsOf(() =>
      execFileSync(process.execPath, verifier, { stdio: 'ignore' }),
    );
    independent.push(to / seconds);
  }
  return { rows: to, ours, independent, isGood };
}

async function measure() {
  try {
    const ofOne = await sealRates(1);
    const ofMany = await sealRates(organisations);
    return { ofOne, ofMany, ...(await verifyRates(join(folder, 'export'))) };
  } finally {
    await instance.close();
    await rm(folder, { recursive: true });
  }
}

const { ofOne, ofMany, rows, ours, independent, isGood } = await measure();

const rowOf = (what: string, rates: readonly number[], aim: number): string[] => [
  what,
  median(rates).toFixed(0),
  Math.min(...rates).toFixed(0),
  String(aim),
  median(rates) >= aim ? 'met' : 'missed',
];
process.stdout.write(
  `${table([
    ['rows a second', 'median', 'lowest', 'aim', ''],
    rowOf('sealed, 1 log', ofOne, AIMS.seal),
    rowOf(`sealed, ${organisations} logs`, ofMany, AIMS.seal),
    rowOf(`verified offline, ${rows} rows`, ours, AIMS.verify),
    rowOf('the same by the independent verifier', independent, AIMS.verify),
  ])}\n`,
);
process.exit(isGood ? 0 : 1);
