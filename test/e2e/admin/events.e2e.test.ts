import type { IncomingMessage } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { begin, idOf, type OpenAnswer } from '../../support/http.js';
import { waitFor } from '../../support/wait-for.js';

const gateway = await startGateway(
  { providers: [{ name: 'broken', base_url: 'http://127.0.0.1:9' }] },
  { managedBy: 'console' },
);
const owner = await AdminClient.setUp(gateway);
const member = await owner.invited('member');

interface Event {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

async function listen(client: AdminClient): Promise<OpenAnswer & { readonly heard: Event[] }> {
  const answer = await begin(`${gateway.url}/admin/v1/events`, {
    headers: { cookie: client.cookies },
  });
  onTestFinished(() => answer.hangUp());
  const heard: Event[] = [];
  void collect(answer.body, heard);
  return { ...answer, heard };
}

async function collect(body: IncomingMessage, heard: Event[]): Promise<void> {
  let text = '';
  body.on('error', () => undefined);
  body.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event, data] = /^event: (.+)\ndata: (.+)$/.exec(block) ?? [];
      if (event && data) heard.push({ event, data: JSON.parse(data) as Event['data'] });
    }
  });
}

it('tells of rows, jobs and breakers as they come', async () => {
  const { status, headers, heard } = await listen(owner);
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('text/event-stream');
  const id = idOf(await gateway.chat());
  await gateway.chat({ model: 'broken/small' });
  await gateway.chat({ model: 'broken/small' });
  await gateway.chat({ model: 'broken/small' });
  await owner.post('/audit/verify');
  const has = (event: string, part: Event['data']) => () =>
    heard.some(
      (one) =>
        one.event === event &&
        Object.entries(part).every(([name, value]) => one.data[name] === value),
    );
  await waitFor('the row', has('audit.row', { id, outcome: 'ok' }));
  await waitFor('the breaker', has('breaker.changed', { provider: 'broken', state: 'open' }));
  await waitFor('the job', has('job.progress', { kind: 'verify', status: 'done' }));
});

it('tells members of their own workloads alone', async () => {
  const [all, own] = [await listen(owner), await listen(member)];
  const id = idOf(await gateway.chat());
  await waitFor('the row', () => all.heard.some(({ data }) => data['id'] === id));
  expect(own.heard).toEqual([]);
});

it('opens five streams for one person, and no more', async () => {
  const streams = [];
  for (let count = 0; count < 5; count++) streams.push((await listen(owner)).status);
  expect(streams).toEqual([200, 200, 200, 200, 200]);
  expect((await listen(owner)).status).toBe(429);
});

it('is not for strangers', async () => {
  expect((await begin(`${gateway.url}/admin/v1/events`)).status).toBe(401);
});
