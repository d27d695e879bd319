import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { AlertWatch } from '#metering';
import { Outbox } from '#platform';
import { startGateway } from '../../support/gateway.js';
import { MailServer } from '../../support/mail-server.js';
import { PRICE } from '../../support/settings.js';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const received: Received[] = [];
let status = 200;
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    received.push({ headers: request.headers, body });
    response.writeHead(status).end('an answer that nobody needs');
  });
});
await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
const mail = await MailServer.start();
const { port } = receiver.address() as AddressInfo;
const SECRET = 'a secret of the receiver';

const gateway = await startGateway(
  { models: [{ id: 'fault/ok', price: { ...PRICE, input: '0', output: '0', call: '0.25' } }] },
  {
    env: {
      GW_OUTBOUND_HOSTS: `127.0.0.1:${port}`,
      GW_SMTP_URL: mail.url,
      GW_SMTP_FROM: 'gateway@example.org',
      OPS_HOOK: SECRET,
    },
  },
);
const watch = gateway.app.get(AlertWatch, { strict: false });
const outbox = gateway.app.get(Outbox, { strict: false });
await Promise.all([watch.stop(), outbox.stop()]); // They would look and deliver beside this test.

afterAll(async () => {
  await mail.close();
  await new Promise((closed) => receiver.close(closed));
});

beforeEach(() => {
  received.splice(0);
  mail.mails.splice(0);
  status = 200;
});

const alerts = {
  webhooks: [{ name: 'ops', url: `http://127.0.0.1:${port}/gw`, secret: { env: 'OPS_HOOK' } }],
  emails: ['ops@example.org'],
};
const budget = (amount: string) => ({ amount, period: 'monthly' });
const apply = (workload: string, amount: string, organisation = {}) =>
  gateway.apply({
    organisation: { alerts, ...organisation },
    models: [{ id: 'fault/ok', price: { ...PRICE, input: '0', output: '0', call: '0.25' } }],
    workloads: [{ name: workload, budget: budget(amount) }],
  });

async function call(workload: string): Promise<number> {
  const answer = await gateway.chat({ model: 'sandbox/fault/ok' }, { workload });
  await gateway.records.settled();
  return answer.status;
}

const told = () => received.map(({ body }) => JSON.parse(body) as { percent: number; id: string });
const makeDue = () => gateway.database.owner.dataSource.query('UPDATE outbox SET due_at = now()');

it('each threshold of a budget is told once, signed, and by mail', async () => {
  await apply('app', '1.00');
  for (const thresholds of [[], [50], [], [80, 100]]) {
    received.splice(0);
    expect(await call('app')).toBe(200);
    // Two processes look at the same time, and each of them twice.
    const looks = await Promise.all([watch.look(true), watch.look(true)]);
    expect(looks[0] + looks[1]).toBe(thresholds.length);
    expect(await watch.look(true)).toBe(0);
    await outbox.deliverDue();
    expect(
      told()
        .map(({ percent }) => percent)
        .toSorted((a, b) => a - b),
    ).toEqual(thresholds);
  }
  const { headers, body } = received.find(({ body: text }) =>
    text.includes('"percent":100'),
  ) as Received;
  const alert = JSON.parse(body) as Record<string, unknown>;
  expect(alert).toMatchObject({
    type: 'limit.threshold',
    organisation: 'Test',
    workload: 'app',
    counter: 'budget',
    period: 'monthly',
    percent: 100,
    limit: '1.00',
    spent: '1.00',
    currency: 'EUR',
  });
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const digest = createHmac('sha256', SECRET).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${digest}`);
  expect(headers['webhook-id']).toBe(alert['id']);
  expect(mail.mails.map(({ to }) => to)).toEqual(
    Array.from({ length: 3 }, () => 'ops@example.org'),
  );
  expect(mail.mails.map(({ text }) => text).join('\n')).toContain(
    'Subject: 100 % of the budget of Test / app is used',
  );
});

it('a limit that was raised is told of anew, and one that comes back is not', async () => {
  const percentsAt = async (amount: string) => {
    await apply('raised', amount);
    received.splice(0);
    await watch.look(true);
    await outbox.deliverDue();
    return told().map(({ percent }) => percent);
  };
  await apply('raised', '1.00');
  for (let calls = 0; calls < 2; calls++) expect(await call('raised')).toBe(200);
  expect(await percentsAt('1.00')).toEqual([50]);
  expect(await percentsAt('10.00')).toEqual([]);
  for (let calls = 0; calls < 3; calls++) expect(await call('raised')).toBe(200);
  expect(await percentsAt('10.00')).toEqual([]);
  expect(await percentsAt('2.00')).toEqual([50]);
  expect(await percentsAt('2.00')).toEqual([]);
  expect(await percentsAt('10.00')).toEqual([]);
});

it('a receiver that fails gets the same event again until it takes it', async () => {
  await apply('retried', '0.50');
  await call('retried');
  status = 500;
  mail.refusing = 1;
  expect(await watch.look(true)).toBe(1);
  await outbox.deliverDue();
  expect([received.length, mail.mails.length]).toEqual([1, 0]);
  status = 200;
  await makeDue();
  await outbox.deliverDue();
  await makeDue();
  expect(await outbox.deliverDue()).toBe(0);
  expect([received.length, mail.mails.length]).toEqual([2, 1]);
  expect(told()[1]).toEqual(told()[0]);
  const ids = received.map(({ headers }) => headers['webhook-id']);
  expect(ids[1]).toBe(ids[0]);
});

it('a limit that refuses is told as reached although a little of it is left', async () => {
  await apply('full', '0.26');
  await call('full');
  await watch.look(true);
  expect(await call('full')).toBe(402);
  // A process that serves calls, and leaves all other looking to the worker.
  expect(await watch.look(false)).toBe(1);
  await outbox.deliverDue();
  expect(
    told()
      .map(({ percent }) => percent)
      .toSorted((a, b) => a - b),
  ).toEqual([50, 80, 100]);
});

it('cap and credit are told of as limits of the organisation, once', async () => {
  const [cap, credit] = [{ amount: '100.00', period: 'daily' }, { amount: '0.50' }];
  await apply('one', '100.00', { cap, credit });
  await call('one');
  await watch.look(true);
  await outbox.deliverDue();
  expect(told()).toMatchObject([
    { counter: 'credit', workload: null, percent: 50, period: 'total', resets_at: null },
  ]);
});

it('nobody is told who has not asked for it, or does not any more', async () => {
  await apply('moved', '0.25');
  await call('moved');
  expect(await watch.look(true)).toBe(3);
  await gateway.apply({ workloads: [{ name: 'moved', budget: budget('0.25') }] });
  expect(await watch.look(true)).toBe(0);
  await outbox.deliverDue();
  expect(received).toEqual([]);
});
