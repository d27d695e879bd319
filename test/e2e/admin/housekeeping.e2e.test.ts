import { expect, it } from 'vitest';
import { Housekeeping } from '#operations';
import { AdminClient, OWNER } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';

const gateway = await startGateway({}, { managedBy: 'console' });
const owner = await AdminClient.setUp(gateway);
const sql = gateway.database.owner.dataSource;
const housekeeping = gateway.app.get(Housekeeping);
const count = async (table: string) =>
  Number((await sql.query<{ n: string }[]>(`SELECT count(*) AS n FROM ${table}`))[0]?.n);
/** By so much older, in every column of time that says so. */
const age = (table: string, columns: readonly string[], by: string) =>
  sql.query(
    `UPDATE ${table} SET ${columns.map((one) => `${one} = ${one} - interval '${by}'`).join(', ')}`,
  );

it.each([
  ['member_session', ['seen_at'], '11 hours', '2 hours'],
  ['email_proof', ['expires_at'], '24 hours', '31 minutes'],
  ['invite', ['expires_at'], '7 days', '25 hours'],
  ['admin_request', ['created_at'], '23 hours', '2 hours'],
  ['sign_in_failure', ['since', 'blocked_until'], '23 hours', '2 hours'],
])('of %s what is over goes, and nothing before', async (table, columns, first, then) => {
  await owner.signIn(OWNER.email, OWNER.password);
  await owner.post('/password/forgot', { email: OWNER.email });
  const headers = { 'idempotency-key': `of-${table}` };
  await owner.post('/invites', { email: `${table}@example.com`, role: 'member' }, { headers });
  await new AdminClient(gateway.url).signIn('nobody@example.com', 'wrong wrong wrong');
  await housekeeping.tidy();
  const before = await count(table);
  expect(before).toBeGreaterThan(0);
  await age(table, columns, first);
  await housekeeping.tidy();
  expect(await count(table)).toBe(before);
  await age(table, columns, then);
  await housekeeping.tidy();
  expect(await count(table)).toBe(0);
});

it('takes a bounded number at a time', async () => {
  await sql.query(
    `INSERT INTO oidc_flow (state_hash, org_id, content, created_at)
      SELECT sha256(n::text::bytea), o.id, '', now() - interval '1 hour'
      FROM generate_series(1, 1001) AS n, organisation o`,
  );
  expect(await housekeeping.tidy()).toBe(1_000);
  expect(await count('oidc_flow')).toBe(1);
  expect(await housekeeping.tidy()).toBe(1);
});

it('comes by itself', async () => {
  await sql.query(
    `INSERT INTO familiar_place (who, seen_at) VALUES ('\\x01', now() - interval '91 days')`,
  );
  gateway.clock.skip(60_000);
  await expect.poll(() => count('familiar_place')).toBe(0);
});
