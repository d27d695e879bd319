import { beforeAll, expect, it } from 'vitest';
import { Ids, SystemClock, SystemEntropy, type OrganisationId } from '#kernel';
import type { Statement } from '#platform';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { CreditFault, creditLeft, CreditRepository, type NewCredit } from './credit.repository.js';

const ADD_ORGANISATION: Statement = {
  name: 'test-credit-organisation',
  text: `INSERT INTO organisation (id, name, currency, time_zone, settings, managed_by)
    VALUES ($1, $2, 'EUR', 'UTC', $3, 'test')`,
};
const SPEND: Statement = {
  name: 'test-credit-spend',
  text: `INSERT INTO meter_counter (scope, scope_id, period, spent) VALUES (3, $1, 't', $2)`,
};
const EPOCH: Statement = {
  name: 'test-credit-epoch',
  text: `SELECT value FROM epoch WHERE org_id = $1 AND name = 'settings'`,
};

const ids = new Ids(new SystemClock(), new SystemEntropy());
let database: TestDatabase;
let credit: CreditRepository;
beforeAll(async () => {
  database = await testDatabase();
  credit = new CreditRepository(database.app, ids);
});

async function anOrganisation(
  settings: object = {},
): Promise<{ id: OrganisationId; name: string }> {
  const id = ids.organisationId();
  const name = `Organisation ${id}`;
  await database.app.query(ADD_ORGANISATION, [id, name, settings]);
  return { id, name };
}

const more = (nano: bigint, change: Partial<NewCredit> = {}): NewCredit => ({
  kind: 'purchase',
  nano,
  reference: null,
  endsAt: null,
  ...change,
});

const leftOf = async (name: string): Promise<bigint> => {
  const balance = await credit.balance(name);
  return balance ? creditLeft(balance) : -1n;
};

it('is the sum of what the settings declare and of all entries, less what was spent', async () => {
  const { id, name } = await anOrganisation({ credit: { amount: '0.000000100' } });
  await credit.add(name, more(50n));
  await credit.add(name, more(30n, { kind: 'grant' }));
  await credit.add(name, more(20n, { kind: 'expire' }));
  await credit.add(name, more(10n, { kind: 'refund' }));
  await database.app.query(SPEND, [id, 40]);
  expect(await leftOf(name)).toBe(110n);
  const entries = await credit.list(id);
  expect(entries.map(({ kind, nano }) => [kind, nano])).toEqual([
    ['purchase', 50n],
    ['grant', 30n],
    ['expire', -20n],
    ['refund', -10n],
  ]);
});

it('tells every replica to read it again', async () => {
  const { id, name } = await anOrganisation();
  const epoch = async () =>
    Number((await database.app.query<{ value: string }>(EPOCH, [id]))[0]?.value ?? 0);
  const before = await epoch();
  await credit.add(name, more(1n));
  expect(await epoch()).toBe(before + 1);
});

it('books once under one reference, however often and from how many sides', async () => {
  const { name } = await anOrganisation();
  const invoice = more(7n, { reference: 'invoice 12' });
  const booked = await Promise.all([1, 2, 3, 4].map(() => credit.add(name, invoice)));
  expect(booked.filter(Boolean)).toHaveLength(1);
  expect(await leftOf(name)).toBe(7n);
  await expect(credit.add(name, more(8n, { reference: 'invoice 12' }))).rejects.toThrow(
    'Another amount is booked under invoice 12',
  );
});

it('takes no more than is left, also when it is asked from two sides', async () => {
  const { id, name } = await anOrganisation();
  await credit.add(name, more(10n));
  await database.app.query(SPEND, [id, 4]);
  const taken = await Promise.allSettled(
    [4n, 4n].map((nano) => credit.add(name, more(nano, { kind: 'refund' }))),
  );
  expect(taken.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await leftOf(name)).toBe(2n);
});

it('holds no more than a counter does, and none of nobody', async () => {
  const { name } = await anOrganisation();
  const most = 9_000_000_000n * 1_000_000_000n;
  await credit.add(name, more(most));
  await expect(credit.add(name, more(1n))).rejects.toThrow(CreditFault);
  await expect(credit.add('Nobody', more(1n))).rejects.toThrow('There is no organisation Nobody.');
  expect(await credit.balance('Nobody')).toBeUndefined();
});

it.each([
  ['changed', 'UPDATE credit_entry SET nano = 1000'],
  ['deleted', 'DELETE FROM credit_entry'],
  ['emptied', 'TRUNCATE credit_entry'],
])('is never %s, not even by the owner of the table', async (_how, text) => {
  const { name } = await anOrganisation();
  await credit.add(name, more(1n));
  await expect(database.owner.dataSource.query(text)).rejects.toThrow('append-only');
});
