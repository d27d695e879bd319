import { generateSync } from 'otplib';
import { expect, it } from 'vitest';
import { AdminClient, OWNER } from '../../support/admin.js';
import { formOf, JOB_MS_MAX, settled } from '../../support/document-jobs.js';
import { aChat, startGateway } from '../../support/gateway.js';
import { idOf, send, type Answer } from '../../support/http.js';
import { IdentityProvider } from '../../support/identity-provider.js';
import { learn } from '../../support/knowledge.js';
import { waitFor } from '../../support/wait-for.js';
import { startToolServer } from '../../support/tool-server.js';

const tools = await startToolServer();
const gateway = await startGateway(
  {},
  { managedBy: 'console', env: { GW_OUTBOUND_HOSTS: '127.0.0.1' } },
);
const owner = await AdminClient.setUp(gateway);
const idp = await IdentityProvider.start('http://127.0.0.1/none');

const read = async (path: string) => {
  const { cookies } = owner;
  return send(`${gateway.url}${path}`, { headers: { cookie: cookies } });
};
const done = (answer: Answer): Answer => {
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`);
  return answer;
};

/** How much of a secret's end is as good as all of it. Base64url has `_`, which also parts a secret. */
const PART = 24;

/** Of each kind that the gateway keeps, or makes and shows once. */
async function makeSecrets(): Promise<Readonly<Record<string, string>>> {
  const typed = { provider: 'sk-typed-into-the-console', webhook: 'a-secret-for-the-webhook' };
  const client = 'a-secret-of-the-client';
  done(await owner.post('/session/step-up', { password: OWNER.password }));
  const price = { currency: 'EUR', input: '1.00', output: '2.00' };
  done(
    await owner.post('/providers', {
      name: 'typed',
      family: 'custom',
      base_url: `${gateway.sandbox.url}/v1`,
      models: [{ id: 'small', price }],
      secret: { value: typed.provider },
    }),
  );
  const { version } = (await owner.get('/organisation')).json<{ version: number }>();
  const webhook = { name: 'ops', url: 'http://127.0.0.1:9/h', secret: { value: typed.webhook } };
  done(await owner.patch('/organisation', { alerts: { webhooks: [webhook] } }, { version }));
  const security = (await owner.get('/security')).json<{ version: number }>();
  const oidc = {
    issuer: idp.issuer,
    client_id: 'gateway',
    client_secret: client,
    group_claim: 'groups',
    roles: {},
    new_members: null,
    required: false,
  };
  const policy = { totp: 'optional', domains: [], oidc };
  done(await owner.put('/security', policy, { version: security.version }));
  const workload = done(await owner.post('/workloads', { name: 'scanned' })).json<{ id: string }>();
  const key = { name: 'scan', workload_id: workload.id, env: 'test' };
  const office = { name: 'office', family: 'mcp', base_url: tools.url, models: [] };
  done(await owner.post('/providers', office));
  const { secret } = done(await owner.post('/keys', key)).json<{ secret: string }>();
  const { token } = done(await owner.post('/tokens', { name: 'scan', role: 'auditor' })).json<{
    token: string;
  }>();
  done(await owner.post('/aliases', { name: 'a', targets: [{ model: 'typed/small' }] }));
  const totp = done(await owner.post('/account/totp')).json<{ secret: string }>().secret;
  const epoch = Math.floor(gateway.clock.nowMs() / 1_000);
  const codes = done(
    await owner.post('/account/totp/confirm', { code: generateSync({ secret: totp, epoch }) }),
  ).text.match(/[a-z0-9]{4,}(?:-[a-z0-9]{4,})+/gi);
  return {
    ...typed,
    client,
    key: secret,
    'secret of the key': secret.slice(-PART),
    token,
    'secret of the token': token.slice(-PART),
    totp,
    ...(codes && { 'recovery code': codes[0] }),
    password: OWNER.password,
    session: owner.cookies.split('=')[1] ?? '',
    'key of the file': gateway.key(),
  };
}

/** A document that was worked off, with its mapping. */
async function anonymized(): Promise<void> {
  const form = await formOf(Buffer.from('Write to anna@example.org.'), 'letter.txt', {
    include_mapping: true,
  });
  const { id } = done(await owner.postForm('/anonymizations', form)).json<{ id: string }>();
  await waitFor(
    'the document',
    async () => {
      const view = (await owner.get(`/anonymizations/${id}`)).json<{ status: string }>();
      return view.status === 'completed';
    },
    JOB_MS_MAX,
  );
  await settled(gateway);
}

/** What a list has that may stand in a path below it. */
const idsIn = (text: string): string[] =>
  [...text.matchAll(/"(?:id|name|model|member_id|job_id)":"([^"]+)"/g)].map(([, id]) => id ?? '');

it(
  'no answer that anybody can read has what was secret once: every path of the document',
  async () => {
    const secrets = Object.entries(await makeSecrets());
    expect(secrets.length).toBeGreaterThan(10);
    for (const [, secret] of secrets) expect(secret.length).toBeGreaterThan(12);
    const call = idOf(await owner.post('/playground/chat', aChat({ model: 'sandbox/echo' })));
    await gateway.records.settled(); // What is exported are sealed rows, and the call is one.
    const job = done(await owner.post('/audit/export', {})).json<{ id: string }>();
    await expect
      .poll(
        async () => (await owner.get(`/audit/jobs/${job.id}`)).json<{ status: string }>().status,
      )
      .toBe('done');
    await anonymized();
    const wanted = { name: 'scanned', embedding_model: 'typed/small' };
    const store = done(await owner.post('/knowledge/stores', wanted)).json<{ id: string }>();
    const text = '%PDF-1.7 is none';
    await learn(gateway, owner, store, { name: 'a.pdf', text });
    gateway.clock.skip(60_000); // However often was asked whether it is done.
    const { paths } = (await owner.get('/openapi.json')).json<{ paths: Record<string, object> }>();
    const gets = Object.keys(paths).filter((path) => 'get' in (paths[path] ?? {}));
    const answers = new Map<string, Answer>();
    for (const path of gets.filter((one) => !one.includes('{') && !one.endsWith('/events'))) {
      answers.set(path, await read(path));
      gateway.clock.skip(1_000); // More requests than somebody may send within a minute.
    }
    const unread: string[] = [];
    /** A path with what the list before it has, one name after the other. */
    const placesOf = async (path: string): Promise<string[]> => {
      if (!path.includes('/{')) return [path];
      const parent = path.slice(0, path.indexOf('/{'));
      const list = answers.get(parent) ?? (await read(parent));
      const ids = new Set([...idsIn(list.text).slice(0, 20), call, job.id]);
      const named = [...ids].map((id) => path.replace(/\{\w+\}/, encodeURIComponent(id)));
      return (await Promise.all(named.map(placesOf))).flat();
    };
    for (const path of gets.filter((one) => one.includes('{'))) {
      const found: Answer[] = [];
      for (const place of await placesOf(path)) {
        const answer = await read(place);
        gateway.clock.skip(1_000);
        if (answer.status === 200) answers.set(place, answer);
        if (answer.status === 200) found.push(answer);
      }
      if (found.length === 0) unread.push(path);
    }
    // Without an answer there would be nothing to look through.
    expect(unread).toEqual([]);
    const told = [...answers].flatMap(([path, { text }]) =>
      secrets.flatMap(([name, secret]) => (text.includes(secret) ? [`${name} in ${path}`] : [])),
    );
    expect(told).toEqual([]);
    const failed = [...answers].filter(([, { status }]) => status >= 500).map(([path]) => path);
    expect(failed).toEqual([]);
    await idp.stop();
  },
  JOB_MS_MAX,
);
