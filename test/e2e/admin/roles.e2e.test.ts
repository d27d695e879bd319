import { beforeEach, describe, expect, it } from 'vitest';
import { reachOf, ROLES, type Permission } from '#contract';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import type { Answer } from '../../support/http.js';

const gateway = await startGateway({}, { managedBy: 'console' });
const owner = await AdminClient.setUp(gateway);
const clients = {
  owner,
  admin: await owner.invited('admin'),
  member: await owner.invited('member'),
  auditor: await owner.invited('auditor'),
};
const stranger = new AdminClient(gateway.url);

interface Operation {
  readonly method: string;
  readonly path: string;
  /** As the document has it; undefined where nothing but a session is asked for. */
  readonly permission: Permission | undefined;
}
const { paths } = (await stranger.get('/openapi.json')).json<{
  paths: Record<string, Record<string, { readonly 'x-permission'?: Permission }>>;
}>();
const operations: readonly Operation[] = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { 'x-permission': permission }]) => ({
    method: method.toUpperCase(),
    path,
    permission,
  })),
);
const nameOf = ({ method, path }: Operation) => `${method} ${path.replace('/admin/v1', '')}`;

/** For everybody, signed in or not: what signs in. */
const PUBLIC = [
  'GET /setup',
  'POST /setup',
  'POST /session',
  'POST /session/totp',
  'POST /password/forgot',
  'POST /password/reset',
  'POST /email/verify',
  'POST /invites/look',
  'POST /invites/accept',
  'GET /oidc',
];
/** For everybody who is signed in: what is about themselves. */
const OF_ONESELF = [
  'DELETE /session',
  'POST /session/step-up',
  'PATCH /account',
  'POST /account/password',
  'DELETE /account/sessions/{id}',
  'POST /account/email/resend',
  'POST /account/totp',
  'POST /account/totp/confirm',
  'POST /account/totp/recovery-codes',
  'DELETE /account/totp',
];
const READ_BY_ANYONE: readonly string[] = ['GET /session', 'GET /account', 'GET /account/sessions'];
/** Questions that are too long for a query. */
const QUESTIONS = [
  'POST /route/explain',
  'POST /residency/preview',
  'POST /dlp/test',
  'POST /auto/replay',
];

const ID = '01900000-0000-7000-8000-000000000000';
const ask = (client: AdminClient, { method, path }: Operation): Promise<Answer> => {
  const url = path.replace('/admin/v1', '').replaceAll(/\{\w+\}/g, ID);
  const asking = { version: 1 };
  if (method === 'GET') return client.get(url);
  if (method === 'DELETE') return client.delete(url, asking);
  if (method === 'PATCH') return client.patch(url, {}, asking);
  return method === 'PUT' ? client.put(url, {}, asking) : client.post(url, {}, asking);
};
const codeOf = ({ status, text }: Answer) =>
  status < 400 ? '' : (JSON.parse(text) as { code: string }).code;

// More requests than an address may send within a minute.
beforeEach(() => gateway.clock.skip(60_000));

describe('who may do what', () => {
  it('is decided for every operation of the document', () => {
    expect(operations.length).toBeGreaterThan(40);
  });

  it.each(
    operations.filter((one) => !PUBLIC.includes(nameOf(one))).map((one) => [nameOf(one), one]),
  )('nobody who has not signed in may %s', async (_, operation) => {
    expect((await ask(stranger, operation)).status).toBe(401);
    const key = await ask(new AdminClient(gateway.url, gateway.key()), operation);
    expect(key.status).toBe(401);
  });

  const unsafe = operations.filter(
    (one) =>
      one.method !== 'GET' &&
      ![...PUBLIC, ...OF_ONESELF, ...QUESTIONS].includes(nameOf(one)) &&
      !/\/(?:verify|export)$/.test(one.path),
  );
  it.each(unsafe.map((one) => [nameOf(one), one] as const))(
    'an auditor changes nothing: %s',
    async (_, operation) => {
      expect(codeOf(await ask(clients.auditor, operation))).toBe('permission_missing');
    },
  );

  it('what an auditor tried is on record', async () => {
    const [{ count } = { count: '0' }] = await gateway.database.owner.dataSource.query<
      { count: string }[]
    >(
      `SELECT count(*) FROM audit_row WHERE type = 'admin' AND outcome = 'refused'
        AND convert_from(entry, 'UTF8') LIKE '%"action":"denied"%'`,
    );
    expect(Number(count)).toBeGreaterThanOrEqual(unsafe.length);
  });

  it('takes a permission, or is about oneself: the document says which', () => {
    const none = operations.filter(({ permission }) => permission === undefined).map(nameOf);
    const known = [...PUBLIC, ...OF_ONESELF, ...READ_BY_ANYONE];
    expect(none.filter((name) => !known.includes(name))).toEqual([]);
  });

  const matrix = ROLES.flatMap((role) =>
    operations.flatMap((one) => {
      const isRefused = one.permission && reachOf(role, one.permission) === undefined;
      return isRefused ? [[role, nameOf(one), one] as const] : [];
    }),
  );
  it.each(matrix)('not by the role %s: %s', async (role, _, operation) => {
    expect(codeOf(await ask(clients[role], operation))).toBe('permission_missing');
  });

  it('what a member may do to others is nothing', () => {
    const ofMembers = matrix.filter(([role]) => role === 'member').map(([, name]) => name);
    const ofOthers =
      /^(?:POST|PATCH|PUT|DELETE) \/(?:members|invites|tokens|security|providers|aliases|credit|config)\b/;
    const all = unsafe.map(nameOf).filter((name) => ofOthers.test(name));
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter((name) => !ofMembers.includes(name))).toEqual([]);
  });

  it.each(operations.map((one) => [nameOf(one), one] as const))(
    'an owner lacks no permission for %s',
    async (name, operation) => {
      if (name === 'DELETE /session' || name === 'GET /events') return;
      const answer = await ask(owner, operation);
      expect(codeOf(answer)).not.toBe('permission_missing');
      expect(answer.status).toBeLessThan(500);
    },
  );
});
