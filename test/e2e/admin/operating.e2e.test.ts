import { describe, expect, it, onTestFinished } from 'vitest';
import { Outbox } from '#platform';
import { AdminClient } from '../../support/admin.js';
import { expectAttempts, expectRefusal } from '../../support/expect-error.js';
import { startGateway, TestGateway } from '../../support/gateway.js';
import { send } from '../../support/http.js';
import { undisturbedMs } from '../../support/undisturbed.js';
import { waitFor } from '../../support/wait-for.js';

const HEARD_MS_MAX = 2_000;
const settings = {
  providers: [{ name: 'dead', base_url: 'http://127.0.0.1:9' }],
  aliases: [{ name: 'fast', targets: [{ model: 'sandbox/small' }], fallbacks: ['sandbox/echo'] }],
};
const options = { managedBy: 'console' } as const;
const gateway = await startGateway(settings, options);
const owner = await AdminClient.setUp(gateway);
const auditor = await owner.invited('auditor');
const outbox = gateway.app.get(Outbox, { strict: false });
await outbox.stop(); // It would deliver beside this test.

interface Health {
  readonly endpoints: {
    provider: string;
    model: string;
    breaker: string;
    pause: { of_provider: boolean; reason: string; by: string | null } | null;
  }[];
  readonly queues: { queue: string; waiting: number; failed: number }[];
  readonly local_models: unknown[];
}
const health = async () => (await auditor.get('/health')).json<Health>();
const endpoint = async (provider: string, model: string) =>
  (await health()).endpoints.find((one) => one.provider === provider && one.model === model);
const sql = (text: string) => gateway.database.owner.dataSource.query<{ id: string }[]>(text);
const lastActivity = async () =>
  (await auditor.get('/activity?limit=1')).json<{ data: object[] }>().data[0];

describe('an endpoint', () => {
  const place = { provider: 'sandbox', model: 'small' };
  const pause = (body: object) => owner.post('/endpoints/pause', body);
  const resume = (body: object) => owner.post('/endpoints/resume', body);

  it('that is paused is sent nothing, and an alias leads past it', async () => {
    expect((await pause({ ...place, reason: 'It answers in Latin' })).json()).toEqual({
      paused: true,
    });
    await gateway.sandbox.clear();
    const refused = await gateway.chat({ model: 'sandbox/small' });
    await expectRefusal(gateway, refused, 'upstream_unhealthy', {
      message: /^An operator has paused sandbox\/small\./,
    });
    expectAttempts(refused, 'paused', []);
    expect(refused.headers['retry-after']).toBe('30');
    const served = await gateway.chat({ model: 'fast' });
    expect([served.status, served.headers['x-gw-model']]).toEqual([200, 'echo']);
    expect((await gateway.chat({ model: 'sandbox/echo' })).status).toBe(200);
    expect(await endpoint('sandbox', 'small')).toMatchObject({
      pause: { of_provider: false, reason: 'It answers in Latin', by: 'Olga Owner' },
    });
    expect(await lastActivity()).toMatchObject({
      action: 'endpoint.pause',
      target: 'endpoint sandbox/small',
      changes: [['reason', null, 'It answers in Latin']],
    });
    const [workload] = await sql(`SELECT id FROM workload WHERE name = 'default'`);
    const explained = await owner.post('/route/explain', {
      workload_id: workload?.id,
      model: 'fast',
    });
    expect(explained.json()).toMatchObject({
      tried: ['sandbox/echo'],
      candidates: [{ verdict: 'paused' }, { verdict: 'chosen' }],
    });
  });

  it('is paused for a replica that starts, and resumed for it within two seconds', async () => {
    const second = await TestGateway.start(settings, options, gateway.database, gateway.sandbox);
    onTestFinished(() => second.stop());
    const ask = async () => {
      const { status } = await send(`${second.url}/v1/chat/completions`, {
        headers: { ...gateway.headers(), 'content-type': 'application/json' },
        body: JSON.stringify({
          model: 'sandbox/small',
          messages: [{ role: 'user', content: 'Hi' }],
        }),
      });
      return status;
    };
    expect(await ask()).toBe(503);
    const ms = await undisturbedMs(async () => {
      expect((await resume({ ...place, reason: 'It is well' })).status).toBe(200);
      expect((await gateway.chat({ model: 'sandbox/small' })).status).toBe(200);
      await waitFor('the other replica to hear', async () => (await ask()) === 200);
    });
    expect(ms).toBeLessThanOrEqual(HEARD_MS_MAX);
    expect((await endpoint('sandbox', 'small'))?.pause).toBeNull();
    expect((await resume({ ...place, reason: 'Once more' })).status).toBe(404);
  });

  it('is paused with all of its provider', async () => {
    await pause({ provider: 'sandbox', reason: 'Maintenance' });
    expect((await gateway.chat({ model: 'sandbox/echo' })).status).toBe(503);
    expect((await gateway.chat({ model: 'fast' })).status).toBe(503);
    expect((await endpoint('sandbox', 'echo'))?.pause).toMatchObject({ of_provider: true });
    expect((await health()).endpoints.filter(({ model }) => model === '')).toEqual([]);
    await resume({ provider: 'sandbox', reason: 'Done' });
    expect((await gateway.chat({ model: 'fast' })).status).toBe(200);
  });

  it('is paused for a reason, and is one of the own organisation', async () => {
    expect((await pause(place)).status).toBe(422);
    expect((await pause({ ...place, reason: 'no' })).status).toBe(422);
    expect((await pause({ provider: 'nobody', reason: 'Not there' })).status).toBe(404);
    expect((await sql('SELECT FROM endpoint_pause')).length).toBe(0);
  });
});

it('a breaker that an operator resets lets calls through at once', async () => {
  for (let tries = 0; tries < 3; tries++) await gateway.chat({ model: 'dead/small' });
  expect((await endpoint('dead', 'small'))?.breaker).toBe('open');
  const refused = await gateway.chat({ model: 'dead/small' });
  expectAttempts(refused, 'all_unhealthy', []);
  const reset = await owner.post('/breakers/dead/reset', { reason: 'The line is mended' });
  expect(reset.status).toBe(204);
  expect((await endpoint('dead', 'small'))?.breaker ?? 'closed').toBe('closed');
  const tried = await gateway.chat({ model: 'dead/small' });
  expectAttempts(tried, 'connect', [
    { provider: 'dead', status: null, transport: 'connect' },
    { provider: 'dead', status: null, transport: 'connect' },
  ]);
  expect(await lastActivity()).toMatchObject({
    action: 'breaker.reset',
    target: 'provider dead',
    changes: [['reason', null, 'The line is mended']],
  });
  expect((await owner.post('/breakers/nobody/reset', { reason: 'Not there' })).status).toBe(404);
});

it('deliveries that were given up are due again', async () => {
  const deliveries = async () =>
    (await health()).queues.find(({ queue }) => queue === 'deliveries') ?? {};
  await sql(
    `INSERT INTO outbox (id, org_id, kind, target, payload, attempts, failed_at)
      SELECT gen_random_uuid(), id, 'nobody', 'x', '{}', 12, now() FROM organisation
      UNION ALL SELECT gen_random_uuid(), gen_random_uuid(), 'nobody', 'x', '{}', 12, now()`,
  );
  expect(await deliveries()).toMatchObject({ waiting: 0, failed: 1 });
  const retried = await owner.post('/deliveries/retry', { reason: 'The receiver is back' });
  expect(retried.json()).toEqual({ retried: 1 });
  expect(await deliveries()).toMatchObject({ waiting: 1, failed: 0 });
  expect(await lastActivity()).toMatchObject({
    action: 'delivery.retry',
    changes: [
      ['reason', null, 'The receiver is back'],
      ['retried', null, 1],
    ],
  });
  await sql('DELETE FROM outbox');
});

it('there is no model on this machine unless an operator brings one', async () => {
  expect((await health()).local_models).toEqual([]);
});
