/** `npm run bench:reads`: how fast the Console reads a log of a million calls, in the database and over HTTP. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  countKinds,
  histogramOf,
  listCalls,
  readCourse,
  readCourses,
  readSpend,
  readTotal,
  readTraffic,
  readUsage,
  type CallFilters,
  type UsageGroup,
} from '#insight';
import { SystemClock, SystemEntropy } from '#kernel';
import { loadConfig, openInstance, type Database } from '#platform';
import { enterFirst, SETUP_ENVIRONMENT } from '../../support/first-owner.js';
import { GatewayProcess } from '../../support/gateway-process.js';
import { quantile } from '../../support/quantile.js';
import { table } from '../report/table.js';
import { drawBar } from './bar.js';
import { HTTP_PAGES, readPage } from './http-pages.js';
import { readOptions } from './options.js';
import { seedAudit } from './seed.js';

const AIM_MS = 300;
const DAY_MS = 24 * 3_600_000;
const PAGE = 51;

const options = readOptions(process.argv.slice(2));
// A log that seed:audit has filled is measured as it is.
const kept = process.env['GW_DATA_DIR'];
const folder = kept ?? (await mkdtemp(join(tmpdir(), 'gw-bench-reads-')));
await chmod(folder, 0o711); // As root the server is another user, who has to pass through.
const config = loadConfig({ GW_DATA_DIR: folder });
const use = { migrates: true, isGuest: kept !== undefined };
const instance = await openInstance(config, new SystemClock(), new SystemEntropy(), use);

/** What a page of the Console asks for at once. */
type Page = readonly [name: string, read: () => Promise<unknown>];

function pagesOf(database: Database, organisation: string): readonly Page[] {
  const now = new Date();
  const last = (days: number) => ({ from: new Date(now.getTime() - days * DAY_MS), to: now });
  const list = (filters: CallFilters) =>
    listCalls(database, organisation, filters, { limit: PAGE, now });
  const usage = (days: number, group: UsageGroup, filters: CallFilters = {}) => {
    const asked = { ...filters, ...last(days) };
    return Promise.all([
      readUsage(database, organisation, asked, group),
      readTotal(database, organisation, { ...asked, ...before(asked) }),
      readCourses(database, organisation, asked, 'day', { by: group, groups: [] }),
    ]);
  };
  const overview = (days: number) => {
    const interval = days > 1 ? 'day' : 'hour';
    return Promise.all([
      readCourse(database, organisation, last(days), interval),
      readTotal(database, organisation, before(last(days)), 'first'),
      readSpend(database, organisation, last(days), interval, 'provider'),
      list({}),
    ]);
  };
  return [
    ['overview, 24 hours', () => overview(1)],
    ['overview, 30 days', () => overview(30)],
    ['overview, 90 days', () => overview(90)],
    ['usage by workload, 30 days', () => usage(30, 'workload')],
    ['usage by model, 90 days', () => usage(90, 'model')],
    ['usage of errors by key, 90 days', () => usage(90, 'key', { outcome: 'error' })],
    ['calls, newest', () => list({})],
    ['calls of a model', () => list({ model: 'local/qwen3-8b' })],
    ['calls, few of many', () => list({ model: 'local/qwen3-8b', status: 502 })],
    ['calls that match nothing', () => list({ provider: 'nobody' })],
    ['calls with an IBAN', () => list({ kind: 'iban' })],
    ['findings by kind, 30 days', () => countKinds(database, organisation, last(30))],
    ['traffic of a residency preview', () => readTraffic(database, organisation, last(7))],
    ['histogram, 90 days', () => histogramOf(database, organisation, last(90))],
    [
      'histogram of a kind, 90 days',
      () => histogramOf(database, organisation, { kind: 'email', ...last(90) }),
    ],
  ];
}

const before = ({ from, to }: { from: Date; to: Date }) => ({
  from: new Date(2 * from.getTime() - to.getTime()),
  to: from,
});

async function timesOf(read: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < options.rounds; round++) {
    const startedMs = performance.now();
    await read();
    times.push(performance.now() - startedMs);
  }
  return times;
}

const line = (name: string, times: readonly number[]): string[] => {
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  return [name, p50.toFixed(0), p95.toFixed(0), `< ${AIM_MS}`, p95 < AIM_MS ? 'met' : 'missed'];
};
const print = (lines: readonly string[][]) =>
  process.stdout.write(`${table([['milliseconds', 'p50', 'p95', 'aim', ''], ...lines])}\n`);

async function measureDatabase(): Promise<void> {
  try {
    await measureIn(instance.database);
  } finally {
    await instance.close();
  }
}

async function measureIn(database: Database): Promise<void> {
  if (kept === undefined) await seedAudit(instance, config, options, drawBar);
  const [head] = await database.query<{ organisation: string; rows: string }>({
    name: 'bench-head',
    text: 'SELECT org_id AS organisation, size AS rows FROM audit_head ORDER BY size DESC LIMIT 1',
  });
  if (!head) throw new Error('There is no log here. npm run seed:audit fills one.');
  const lines: string[][] = [];
  for (const [name, read] of pagesOf(database, head.organisation)) {
    lines.push(line(name, await timesOf(read)));
  }
  process.stdout.write(`${head.rows} sealed rows, read in the database\n`);
  print(lines);
}

/** @param gateway where it serves, and what lets a reader in */
async function measureHttp(gateway: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}): Promise<void> {
  const lines: string[][] = [];
  for (const [name, ...paths] of HTTP_PAGES) {
    const read = () => readPage(gateway.url, gateway.headers, paths);
    await read(); // The first one compiles what answers.
    lines.push(line(name, await timesOf(read)));
  }
  process.stdout.write(`\nThe same over HTTP, each page with all that it asks for\n`);
  print(lines);
}

try {
  await measureDatabase();
  if (options.url !== null) {
    const token = process.env['GW_ADMIN_TOKEN'] ?? '';
    await measureHttp({ url: options.url, headers: { authorization: `Bearer ${token}` } });
  } else if (kept === undefined) {
    const environment = { GW_DATA_DIR: folder, GW_PORT: '0', GW_LOG_LEVEL: 'error' };
    const gateway = await GatewayProcess.start({ ...environment, ...SETUP_ENVIRONMENT }, '');
    try {
      const { cookies: cookie } = await enterFirst(gateway.url);
      await measureHttp({ url: gateway.url, headers: { cookie } });
    } finally {
      await gateway.stop();
    }
  }
} finally {
  if (kept === undefined) await rm(folder, { recursive: true });
}
