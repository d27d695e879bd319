import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { Ids, refuse, SystemClock, SystemEntropy } from '#kernel';
import { InstanceSecrets } from '#platform';
import { testDatabase } from '../../../../test/support/test-database.js';
import { EndUserIndex } from '../entry/end-user-index.js';
import type { Entry } from '../entry/entry.js';
import { aRoutedCall, anOwner } from '../testing/a-call.js';
import { auditWorld } from '../testing/audit-world.js';
import { fsck } from '../verify/fsck.js';
import { eraseEndUser } from './erase-end-user.js';

const { app } = await testDatabase();
const world = auditWorld(app);
const clock = new SystemClock();
const tools = { ...world, clock, ids: new Ids(clock, new SystemEntropy()) };

const read = <Row>(text: string, values: unknown[] = []) =>
  app.dataSource.query<Row[]>(text, values);

const entriesOf = async (organisationId: string, type: string) =>
  (
    await read<{ entry: Buffer }>(
      'SELECT entry FROM audit_row WHERE org_id = $1 AND type = $2 ORDER BY id',
      [organisationId, type],
    )
  ).map(({ entry }) => JSON.parse(String(entry)) as Entry);

const saltOf = async (id: string) =>
  (await read<{ salt: Buffer }>('SELECT salt FROM audit_private WHERE id = $1', [id]))[0]?.salt;

const commitment = (salt: Buffer, value: string) =>
  createHmac('sha256', salt).update(`end_user\0${value}`).digest('base64url');

const JANE = 'jane-4711';
const JOHN = 'john-0815';

it('commits to whom a call is made for, and finds all calls of one person to erase them', async () => {
  const [owner, other] = [anOwner(), anOwner()];
  const first = await world.serve(owner, { endUser: JANE });
  await world.serve(owner, { endUser: JANE });
  const refused = aRoutedCall(owner, { endUser: JANE });
  await world.seal.refuse(refused, refuse('model_missing'), refused);
  const johns = await world.serve(owner, { endUser: JOHN });
  const nobodys = await world.serve(owner);
  const elsewhere = await world.serve(other, { endUser: JANE });
  await world.sealer.sealNow();

  const calls = await entriesOf(owner.organisationId, 'call');
  const salt = (await saltOf(first.callId)) ?? Buffer.of();
  expect(calls.find(({ id }) => id === first.callId)?.commit.end_user).toBe(commitment(salt, JANE));
  expect(calls.find(({ id }) => id === nobodys.callId)?.commit.end_user).toBeNull();
  const [refusal] = await entriesOf(owner.organisationId, 'refusal');
  const saltOfRefusal = (await saltOf(refused.callId)) ?? Buffer.of();
  expect(refusal?.commit.end_user).toBe(commitment(saltOfRefusal, JANE));

  const { organisationId } = owner;
  const erase = (endUser: string) => eraseEndUser(tools, { organisationId, endUser }, 'gdpr-17');
  expect(await erase(JANE)).toBe(3);
  await world.sealer.sealNow();
  expect(await saltOf(first.callId)).toBeUndefined();
  expect(await saltOf(refused.callId)).toBeUndefined();
  for (const { callId } of [johns, nobodys, elsewhere]) expect(await saltOf(callId)).toBeDefined();
  const said = await entriesOf(organisationId, 'erasure');
  expect(said).toMatchObject([
    { parent: null, detail: { calls: 3, of: 'end_user', reason: 'gdpr-17' } },
  ]);
  expect(await erase(JANE)).toBe(0);
  expect(await entriesOf(organisationId, 'erasure')).toHaveLength(1);
  expect((await fsck(app, world.signer)).findings).toEqual([]);
});

it('keeps no id, and nothing that the database alone could tell it by', async () => {
  const owner = anOwner();
  const { callId } = await world.serve(owner, { endUser: JANE });
  const tables = await read<{ name: string }>(
    `SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  for (const { name } of tables) {
    if (name.startsWith('audit_row_')) continue; // Read through their parent.
    const text = `SELECT count(*) AS count FROM ${name} t WHERE t::text LIKE '%${JANE}%'
      OR t::text LIKE '%${Buffer.from(JANE).toString('hex')}%'`;
    expect([name, await read(text)]).toEqual([name, [{ count: '0' }]]);
  }
  const [kept] = await read<{ value: Buffer; key: Buffer }>(
    `SELECT p.end_user AS value, k.key FROM audit_private p, end_user_key k
      WHERE p.id = $1 AND k.org_id = $2`,
    [callId, owner.organisationId],
  );
  expect(kept?.value).toHaveLength(32);
  const valueBy = (secrets: InstanceSecrets) =>
    new EndUserIndex(app, secrets, new SystemEntropy()).valueOf(owner.organisationId, JANE);
  expect(await valueBy(new InstanceSecrets(Buffer.alloc(32, 7)))).toEqual(kept?.value);
  expect(await valueBy(new InstanceSecrets(Buffer.alloc(32, 8)))).not.toEqual(kept?.value);
  expect(
    createHmac('sha256', kept?.key ?? '')
      .update(JANE)
      .digest(),
  ).not.toEqual(kept?.value);
});

it('gives all replicas one key, whichever was first', async () => {
  const owner = anOwner();
  const values = await Promise.all(
    Array.from({ length: 8 }, async () =>
      auditWorld(app).endUsers.valueOf(owner.organisationId, JANE),
    ),
  );
  expect(new Set(values.map((value) => value.toString('hex'))).size).toBe(1);
});
