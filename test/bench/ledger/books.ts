import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { Latencies } from '../load/latencies.js';
import { cpuSecondsOfTree } from '../process/accounting.js';

/** What the server has done since it started; the difference of two is what lies between them. */
export interface Standing {
  /** Processor seconds of all its processes; null where the system does not tell. */
  readonly cpuSeconds: number | null;
  readonly walBytes: number;
  readonly commits: number;
  /** Milliseconds inside of each function of ours, waits included. */
  readonly functionMs: ReadonlyMap<string, number>;
  /** With indexes and partitions. */
  readonly tableBytes: ReadonlyMap<string, number>;
}

export interface LedgerBooks {
  read(): Promise<Standing>;
  /** Medians of a question that writes nothing, and of what a write waits for the disk beyond that. */
  waits(): Promise<{ readonly roundTripMs: number; readonly flushMs: number }>;
  close(): Promise<void>;
}

const SERVER = `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal,
  (SELECT xact_commit::float8 FROM pg_stat_database WHERE datname = current_database()) AS commits`;
const FUNCTIONS = `SELECT funcname AS name, sum(total_time) AS value FROM pg_stat_user_functions
  WHERE funcname IN ('gw_admit', 'gw_record') GROUP BY 1`;
const TABLES = `SELECT coalesce(p.relname, c.relname) AS name,
    sum(pg_total_relation_size(c.oid))::float8 AS value
  FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class p ON p.oid = i.inhparent
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace GROUP BY 1`;

interface Named {
  readonly name: string;
  readonly value: number;
}

const WAITS = 300;

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const took = new Latencies();
  for (let turn = 0; turn < WAITS; turn++) {
    const begunMs = performance.now();
    await work();
    took.add(performance.now() - begunMs);
  }
  return took.quantiles([0.5])[0] ?? 0;
}

/** By a connection of its own, as the server's owner. @param pidFile of the postmaster */
export async function openBooks(url: string, pidFile: string): Promise<LedgerBooks> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`ALTER SYSTEM SET track_functions = 'pl'`);
  await client.query('SELECT pg_reload_conf()');
  const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
  const named = async (text: string) =>
    new Map((await client.query<Named>(text)).rows.map(({ name, value }) => [name, value]));
  return {
    async read() {
      const { rows } = await client.query<{ wal: number; commits: number }>(SERVER);
      return {
        cpuSeconds: cpuSecondsOfTree(pid),
        walBytes: rows[0]?.wal ?? 0,
        commits: rows[0]?.commits ?? 0,
        functionMs: await named(FUNCTIONS),
        tableBytes: await named(TABLES),
      };
    },
    async waits() {
      await client.query('CREATE TABLE IF NOT EXISTS bench_flush (n int)');
      const roundTripMs = await medianMs(() => client.query('SELECT 1'));
      const writtenMs = await medianMs(() => client.query('INSERT INTO bench_flush VALUES (1)'));
      await client.query('DROP TABLE bench_flush');
      return { roundTripMs, flushMs: Math.max(0, writtenMs - roundTripMs) };
    },
    close: () => client.end(),
  };
}
