import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { simulateLoad } from './sim.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gw-sim-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => void vi.restoreAllMocks());

async function sim(...args: string[]): Promise<string> {
  const said: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  try {
    expect(await simulateLoad(args)).toBe(0);
  } finally {
    vi.restoreAllMocks();
  }
  return said.join('');
}

it('says which limit is next, when it is reached, and what to add', async () => {
  const said = await sim('--replicas', '1', '--rate', '100');
  expect(said).toContain('100 calls a second of 50 organisations, 1 process of the API');
  expect(said).toMatch(/The next limit: cores of the gateway, at [\d,]+ calls a second\./);
  expect(said).toContain('To add: a replica, or a core and GW_PROCESSES for it.');
  expect(said).not.toContain('does not keep up');
  expect(await sim('--replicas', '1', '--rate', '9000')).toContain('It does not keep up');
});

/** The table of resources: name, in use in percent, full at. */
const rowsOf = (said: string) =>
  Array.from(said.matchAll(/^(\S.*?) {2,}(\d+) % +([\d,]+)(?: |$)/gm), ([, name, used, full]) => ({
    name,
    used: Number(used),
    full: Number(full?.replaceAll(',', '')),
  }));

it.each([['100'], ['900'], ['4000']])(
  'what is in use of each is the share of where it is full, at %s calls a second',
  async (rate) => {
    for (const store of ['postgres', 'redis']) {
      const rows = rowsOf(await sim('--replicas', '3', '--rate', rate, '--store', store));
      expect(rows.length).toBeGreaterThanOrEqual(7);
      for (const { name, used, full } of rows) {
        const share = (Number(rate) / full) * 100;
        expect([name, Math.abs(used - share) <= 0.51]).toEqual([name, true]);
      }
    }
  },
);

it('gives programs one object', async () => {
  const report = JSON.parse(await sim('--json', '--sweep', '--store', 'redis')) as {
    limit: { resource: string };
    fullAt: { redis: number | null };
    sweep: { callsPerSecond: number }[];
  };
  expect(report.limit.resource).toBe('gateway');
  expect(report.fullAt.redis).toBeGreaterThan(0);
  const rates = report.sweep.map(({ callsPerSecond }) => callsPerSecond);
  expect(rates).toEqual(rates.toSorted((a, b) => a - b));
});

it('prints rising rates, and draws them on a page without scripts', async () => {
  const file = join(folder, 'sim.html');
  const said = await sim('--sweep', '--html', file);
  expect(said).toMatch(/calls\/s +p50 ms +p99 ms/);
  expect(said).toMatch(/ {2}does not keep up\n/);
  const page = await readFile(file, 'utf8');
  expect(page.match(/<svg /g)).toHaveLength(4);
  expect(page).not.toMatch(/<script|https?:/);
  expect(page).not.toContain('NaN');
});

it('goes by the costs of a file, and by its own where the file is silent', async () => {
  const file = join(folder, 'costs.json');
  const limitOf = async (...args: string[]) =>
    (JSON.parse(await sim('--json', ...args)) as { limit: { callsPerSecond: number } }).limit
      .callsPerSecond;
  const costs = { gatewayCallMicros: 4_000, gatewayKibMicros: 0, gatewayTokenMicros: 0 };
  await writeFile(file, JSON.stringify({ costs, runs: [] }));
  expect(await limitOf('--costs', file)).toBeCloseTo(500);
  expect(await limitOf()).not.toBeCloseTo(500);
});

it.each([
  [['--rate', 'many'], '--rate takes a number from 1 to 1000000, not many.'],
  [['--rate', '0'], '--rate takes'],
  [['--rate', '1e3'], '--rate takes'],
  [['--organisations', '1.5'], '--organisations takes a whole number'],
  [['--replicas', '0'], '--replicas takes'],
  [['--store', 'memory'], '--store takes postgres or redis, not memory.'],
  [['--database-cores', '0'], '--database-cores takes'],
  [['--speed', '3'], '--speed'],
  [['twice'], 'twice'],
  [['--costs', '/nowhere/costs.json'], '--costs: /nowhere/costs.json cannot be read'],
  [['--html', '/nowhere/sim.html'], '--html: /nowhere/sim.html cannot be written'],
])('refuses %j', async (args, message) => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await expect(simulateLoad(args)).rejects.toThrow(message);
});

it.each([
  ['{', 'cannot be read as JSON'],
  ['[]', 'holds no object of costs'],
  ['{"speed": 1}', 'there is no cost speed; there are gatewayCallMicros'],
  ['{"flushMs": -1}', 'flushMs takes a number'],
  ['{"flushMs": "1"}', 'flushMs takes a number'],
])('refuses a file of costs that holds %j', async (content, message) => {
  const file = join(folder, 'bad.json');
  await writeFile(file, content);
  await expect(simulateLoad(['--costs', file])).rejects.toThrow(message);
});
