import { afterAll, beforeAll, expect, it } from 'vitest';
import { CheckpointSigner } from '#audit';
import { formatNano } from '#kernel';
import { COMMANDS } from '../../../apps/cli/src/commands.js';
import { startGateway } from '../../support/gateway.js';
import { heard } from '../../support/heard.js';
import { NANO_IN, NANO_OUT } from '../../support/settings.js';
import { isConsistent, openCheckpoint } from '../../support/tile-client.js';

const gateway = await startGateway({ workloads: [{ name: 'app' }, { name: 'batch' }] });

const { env } = process;
beforeAll(() => {
  process.env = { ...env, DATABASE_URL: gateway.database.url, GW_MASTER_KEY: 'ab'.repeat(32) };
});
afterAll(() => {
  process.env = env;
});

async function gw(...words: string[]): Promise<string> {
  const command = COMMANDS.find(({ name }) => name.every((word, place) => words[place] === word));
  return (await heard(async () => command?.run(words.slice(command.name.length)))).said;
}

async function aCall(workload: string, model: string) {
  const answer = await gateway.chat({ model }, { workload });
  const id = String(answer.headers['request-id']);
  const { tokens, price } = await gateway.records.entry(id);
  await gateway.records.settled();
  return { id, nano: BigInt(price?.nano ?? 0), tokens };
}

it('spend is summed by workload, model and key, in decimal money, as the ledger has it', async () => {
  expect(await gw('spend', '--by', 'workload')).toBe('Nothing was charged in that time.\n');
  const calls = [
    await aCall('app', 'sandbox/small'),
    await aCall('app', 'sandbox/echo'),
    await aCall('batch', 'sandbox/small'),
  ];
  const nanoOf = (...indices: number[]) =>
    formatNano(indices.reduce((sum, index) => sum + (calls[index]?.nano ?? 0n), 0n));
  expect(calls[0]?.nano).toBe(
    BigInt((calls[0]?.tokens?.in ?? 0) * NANO_IN + (calls[0]?.tokens?.out ?? 0) * NANO_OUT),
  );
  const spent = async (by: string, ...more: string[]) => {
    const rows = JSON.parse(await gw('spend', '--by', by, '--json', ...more)) as Record<
      string,
      unknown
    >[];
    return Object.fromEntries(
      rows.map((row) => [row[by], [row['calls'], row['amount'], row['currency']]]),
    );
  };
  expect(await spent('workload')).toEqual({
    app: [2, nanoOf(0, 1), 'EUR'],
    batch: [1, nanoOf(2), 'EUR'],
  });
  expect(await spent('model')).toEqual({
    'sandbox/small': [2, nanoOf(0, 2), 'EUR'],
    'sandbox/echo': [1, nanoOf(1), 'EUR'],
  });
  expect(Object.keys(await spent('key'))).toEqual([
    expect.stringMatching(/^app \/ test \(\w{8}\)$/),
    expect.stringMatching(/^batch \/ test \(\w{8}\)$/),
  ]);
  expect(await spent('workload', '--since', '1h')).toHaveProperty('app');
  expect(await spent('workload', '--until', '2020-01-01')).toEqual({});
  const table = await gw('spend', '--by', 'workload');
  expect(table).toMatch(/^Test\n {2}workload {2}calls {2}tokens in {2}tokens out +EUR\n/);
  expect(table).toMatch(new RegExp(`\n {2}total +${nanoOf(0, 1, 2).replace('.', '\\.')}\n$`));
});

it.each([
  [['--by', 'month'], '--by takes workload, key, model, not month'],
  [[], '--by takes'],
  [['--by', 'key', '--since', 'yesterday'], '--since takes 24h, 7d or a date'],
  [['--by', 'key', '--until', '2026-13-01'], '--until takes'],
])('spend cannot be asked for as %j', async (words, message) => {
  await expect(gw('spend', ...words)).rejects.toThrow(message);
});

it('an entry is shown in words and as it is sealed', async () => {
  const { id, nano } = await aCall('app', 'sandbox/small');
  const shown = await gw('audit', 'show', id);
  expect(shown).toMatch(new RegExp(`^call +${id}\n`));
  expect(shown).toMatch(/\nby +Test \/ app \/ test\n/);
  expect(shown).toMatch(/\nmodel +sandbox\/small, asked for as sandbox\/small\n/);
  expect(shown).toContain(`EUR ${formatNano(nano)}\n`);
  const json = await gw('audit', 'show', id, '--json');
  expect(JSON.parse(json)).toEqual(await gateway.records.entry(id));
  expect(await gw('audit', 'show', '0192f0c0-0000-7000-8000-000000000001')).toContain('no call');
  for (const command of ['show', 'proof']) {
    await expect(async () => gw('audit', command, 'request-1')).rejects.toThrow('is no request id');
  }
});

it('checkpoint and consistency are printed for an auditor who verifies them', async () => {
  const [log] = await gateway.database.app.dataSource.query<{ id: string }[]>(
    'SELECT id FROM organisation',
  );
  const vkey = gateway.app.get(CheckpointSigner).vkeyOf(log?.id ?? '');
  const heads: ReturnType<typeof openCheckpoint>[] = [];
  for (let call = 0; call < 2; call++) {
    await aCall('app', 'sandbox/small');
    heads.push(openCheckpoint(await gw('audit', 'checkpoint'), vkey));
  }
  const [old, head] = heads as [(typeof heads)[0], (typeof heads)[0]];
  const proof = await gw('audit', 'consistency', `${old.size}`, `${head.size}`);
  const hashes = proof.trimEnd().split('\n');
  expect(
    isConsistent(
      old,
      head,
      hashes.map((hash) => Buffer.from(hash, 'base64')),
    ),
  ).toBe(true);
  expect(await gw('audit', 'consistency', '1', '1000')).toContain('No checkpoint covers 1000 rows');
});
