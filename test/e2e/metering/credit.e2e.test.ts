import { afterAll, beforeAll, expect, it } from 'vitest';
import { CreditExpiry } from '#metering';
import { DatabaseDirectory } from '#workloads';
import { COMMANDS } from '../../../apps/cli/src/commands.js';
import { expectRefusal } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import { heard } from '../../support/heard.js';
import { PRICE } from '../../support/settings.js';

const gateway = await startGateway({
  models: [{ id: 'fault/ok', price: { ...PRICE, input: '0', output: '0', call: '0.50' } }],
});
const TEN = ['credit', 'add', 'Test', '1.00', '--reference', 'invoice 1'];

const { env } = process;
beforeAll(() => {
  process.env = { ...env, DATABASE_URL: gateway.database.url, GW_MASTER_KEY: 'ab'.repeat(32) };
});
afterAll(() => {
  process.env = env;
});

async function gw(...words: string[]): Promise<{ code: number | undefined; said: string }> {
  const command = COMMANDS.find(({ name }) => name.every((word, place) => words[place] === word));
  return heard(async () => {
    const code = await command?.run(words.slice(command.name.length));
    await gateway.app.get(DatabaseDirectory, { strict: false }).refresh();
    return code;
  });
}

async function call() {
  const answer = await gateway.chat({ model: 'sandbox/fault/ok' });
  await gateway.records.settled();
  return answer;
}

it('says that nothing limits where nothing was booked', async () => {
  expect(await gw('credit', 'list', 'Test')).toEqual({
    code: 0,
    said: 'Test has no credit, booked or in the settings: credit does not limit it.\n',
  });
  const { said } = await gw('credit', 'list', 'Test', '--json');
  expect(JSON.parse(said)).toMatchObject({ left: null, entries: [] });
});

it('what is booked limits from then on, is spent, and can be added to', async () => {
  expect((await call()).status).toBe(200); // Nothing was booked, so nothing limits.
  expect(await gw(...TEN)).toEqual({ code: 0, said: '1.00 EUR is left.\n' });
  expect([(await call()).status, (await call()).status]).toEqual([200, 200]);
  await gateway.sandbox.clear();
  await expectRefusal(gateway, await call(), 'credit_exhausted');

  // The same invoice once more brings nothing.
  expect((await gw(...TEN)).said).toBe(
    'invoice 1 is booked already; nothing was added.\n0.00 EUR is left.\n',
  );
  expect((await call()).status).toBe(402);
  expect((await gw('credit', 'add', 'Test', '0.50', '--kind', 'grant')).said).toBe(
    '0.50 EUR is left.\n',
  );
  expect((await call()).status).toBe(200);
  expect((await call()).status).toBe(402);
});

it('tells what was booked and what is left', async () => {
  const { said } = await gw('credit', 'list', 'Test', '--json');
  expect(JSON.parse(said)).toMatchObject({
    currency: 'EUR',
    declared: null,
    spent: '1.50',
    held: '0.00',
    left: '0.00',
    entries: [
      { kind: 'purchase', amount: '1.00', reference: 'invoice 1' },
      { kind: 'grant', amount: '0.50', reference: null },
    ],
  });
  const table = (await gw('credit', 'list', 'Test')).said;
  expect(table).toContain('1.50 was spent, 0.00 is held.\n0.00 EUR is left.\n');
});

it('takes no more than is left, and says so', async () => {
  const taken = await gw('credit', 'add', 'Test', '1', '--kind', 'refund');
  expect(taken).toEqual({
    code: 1,
    said: 'Only 0.00 EUR is left, so no more can be taken.\n',
  });
  expect((await gw('credit', 'list', 'Nobody')).said).toBe('There is no organisation Nobody.\n');
});

it('shows when credit ends, and that it has', async () => {
  const year = new Date().getUTCFullYear() + 1;
  const [day, ends] = [`${year}-01-31`, `${year}-02-01T00:00:00.000Z`];
  const add = ['credit', 'add', 'Test', '2.00', '--expires', day, '--reference', 'invoice 2'];
  expect((await gw(...add)).said).toBe('2.00 EUR is left.\n');
  expect((await gw(...add)).said).toContain('invoice 2 is booked already');
  expect((await gw('credit', 'list', 'Test')).said).toContain(`2.00  invoice 2, ends ${ends}\n`);
  expect((await gw(...add, '--expires', `${year}-05-05`)).said).toContain(
    `Credit with another end is booked under invoice 2: purchase of 2.00 that ends at ${ends}.`,
  );
  expect((await call()).status).toBe(200);

  const { nowMs } = gateway.clock;
  gateway.clock.nowMs = () => Date.parse(ends) + 1;
  expect((await call()).status).toBe(402); // Before anybody has booked it.
  gateway.clock.nowMs = () => Date.parse(ends) + 60_000;
  expect(await gateway.app.get(CreditExpiry, { strict: false }).bookDue()).toBe(1);
  gateway.clock.nowMs = nowMs;
  expect((await gw('credit', 'list', 'Test')).said).toMatch(
    /expire +-1\.50 {2}what was left of invoice 2\n/,
  );
  expect((await call()).status).toBe(402);
});

it.each([
  [['Test'], 'The amount is a decimal'],
  [['Test', '-1'], 'Unknown option'],
  [['Test', '0'], 'The amount is a decimal'],
  [['Test', '1e3'], 'The amount is a decimal'],
  [['Test', '1', '--kind', 'usage'], '--kind takes purchase, grant, expire, refund'],
  [['Test', '1', '--reference', ''], '--reference takes'],
  [['Test', '1', '--expires', 'tomorrow'], '--expires takes a day'],
  [['Test', '1', '--expires', '2031-02-30'], '--expires takes a day'],
  [['Test', '1', '--expires', '2020-01-01'], '2020-01-01 is over'],
  [['Test', '1', '--kind', 'refund', '--expires', '2031-01-01'], '--expires is for what brings'],
])('does not take %j for credit', async (words, why) => {
  await expect(gw('credit', 'add', ...words)).rejects.toThrow(why);
});
