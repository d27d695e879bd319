import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { UsageRollUp } from '#insight';
import { TypedModels } from '#typed';
import { AdminClient } from '../../support/admin.js';
import { blocksOf, readStream } from '../../support/events.js';
import { aChat, startGateway } from '../../support/gateway.js';
import { begin, idOf, send } from '../../support/http.js';
import { keptTypedModel } from '../../support/onnx/a-typed-model.js';

const MAIL = 'Write to anna.berger@example.org about it.';
const folder = keptTypedModel();
const gateway = await startGateway(
  { organisation: { protection: { mode: 'tokenize' } } },
  { managedBy: 'console', env: { GW_TYPED: 'on', GW_TYPED_MODELS_DIR: folder } },
);
await gateway.app.get(TypedModels).start();
afterAll(() => rmSync(folder, { recursive: true }));
const owner = await AdminClient.setUp(gateway);
const member = await owner.invited('member');
const auditor = await owner.invited('auditor');

interface Workload {
  readonly id: string;
  readonly name: string;
  readonly settings: { readonly budget: { readonly amount: string } };
}
const idOfMember = (await member.get('/session')).json<{ id: string }>().id;
const workloads = async () =>
  (await owner.get('/workloads'))
    .json<{ data: Workload[] }>()
    .data.filter(({ name }) => name === 'playground');
const asks = { model: 'sandbox/echo', messages: [{ role: 'user', content: MAIL }] };

it('lists what a call may ask for, aliases first, and makes nothing for who only looks', async () => {
  await owner.post('/aliases', { name: 'small', targets: [{ model: 'sandbox/small' }] });
  const listed = async (client: AdminClient, query = '') =>
    (await client.get(`/playground/models${query}`)).json<{
      data: { id: string; alias: boolean }[];
    }>().data;
  const [first, ...others] = await listed(member);
  expect(first).toMatchObject({ id: 'small', alias: true });
  expect(others.map(({ id }) => id)).toContain('sandbox/echo');
  expect(others.some(({ alias }) => alias)).toBe(false);
  expect(await workloads()).toEqual([]);
  const narrow = { name: 'narrow', allowed_models: ['sandbox/echo'] };
  const { id } = (await member.post('/workloads', narrow)).json<Workload>();
  expect((await listed(member, `?workload=${id}`)).map((one) => one.id)).toEqual(['sandbox/echo']);
  const other = await owner.invited('member', 'other@example.com');
  expect((await other.get(`/playground/models?workload=${id}`)).status).toBe(404);
  expect((await auditor.get('/playground/models')).status).toBe(403);
});

it('serves a person on a workload with a budget of its own, made once', async () => {
  expect(await workloads()).toEqual([]);
  const answers = await Promise.all([
    member.post('/playground/chat', asks),
    member.post('/playground/chat', asks),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await workloads()).map(({ settings }) => settings.budget.amount)).toEqual(['5.00']);
  const [answer] = answers;
  const entry = await gateway.records.entry(idOf(answer));
  expect(entry).toMatchObject({
    type: 'call',
    member: idOfMember,
    key: null,
    surface: 'chat',
    outcome: 'ok',
    dlp: { findings: { email: 1 } },
  });
  expect(answer.json()).toMatchObject({ object: 'chat.completion' });
});

it('shows members the row of their own call, and nobody else’s, on everybody’s workload', async () => {
  const mine = idOf(await member.post('/playground/chat', asks));
  const theirs = idOf(await owner.post('/playground/chat', asks));
  await gateway.records.settled();
  expect((await member.get(`/audit/${mine}`)).status).toBe(200);
  expect((await member.get(`/audit/${theirs}`)).status).toBe(404);
});

it('decides as the public path does, for whom a model that only decides is named', async () => {
  const { data } = (await member.get('/playground/models')).json<{
    data: { id: string; takes: string[] }[];
  }>();
  const takes = (id: string) => data.find((one) => one.id === id)?.takes;
  expect([takes('small'), takes('sandbox/echo'), takes('gw/typed')]).toEqual([
    ['chat'],
    ['chat'],
    ['decide'],
  ]);
  const answer = await member.post('/playground/decide', {
    model: 'gw/typed',
    state: MAIL,
    questions: {
      kind: { type: 'choice', instructions: 'which?', options: ['a letter', 'an order'] },
    },
  });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.json()).toMatchObject({ answers: { kind: { type: 'choice' } } });
  expect(await gateway.records.entry(idOf(answer))).toMatchObject({
    type: 'call',
    surface: 'systemone',
    member: idOfMember,
    dlp: { findings: { email: 1 } },
  });
  const refused = await member.post('/playground/decide', { model: 'gw/typed', state: MAIL });
  expect([refused.status, refused.json<{ error: { code: string } }>().error.code]).toEqual([
    422,
    'questions_missing',
  ]);
});

it('streams as the chat format does', async () => {
  const { status, headers, body } = await begin(`${gateway.url}/admin/v1/playground/chat`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-gw-console': '1',
      cookie: member.cookies,
    },
    body: JSON.stringify({ ...aChat({ model: 'sandbox/echo' }), stream: true }),
  });
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('text/event-stream');
  const { chunks } = await readStream(blocksOf(body));
  expect(chunks.length).toBeGreaterThan(1);
});

it('tells what a call of one’s own cost, and what was found in it', async () => {
  const id = idOf(await member.post('/playground/chat', asks));
  // At once: it waits for the record, so nobody has to ask twice.
  const call = (await member.get(`/playground/calls/${id}`)).json<{ cost: string }>();
  expect(call).toMatchObject({
    id,
    outcome: 'ok',
    currency: 'EUR',
    findings: { email: 1 },
    provider: 'sandbox',
    route_reason: 'pinned',
    attempts: 1,
  });
  expect(Number(call.cost)).toBeGreaterThan(0);
  expect((await owner.get(`/playground/calls/${id}`)).status).toBe(404);
  await gateway.records.settled();
  await gateway.app.get(UsageRollUp).rollUp();
  const usage = (await owner.get(`/usage?group_by=member&member=${idOfMember}`)).json<{
    groups: { group: string; name: string; requests: number }[];
  }>();
  expect(usage.groups).toMatchObject([{ group: idOfMember, name: 'The member' }]);
  const listed = (await owner.get(`/audit?member=${idOfMember}&limit=1`)).json<{
    data: { id: string }[];
  }>();
  expect(listed.data).toMatchObject([{ id }]);
});

it('is refused as calls are, and the refusal is sealed', async () => {
  const answer = await member.post('/playground/chat', { ...asks, model: 'nobody/none' });
  expect(answer.status).toBe(404);
  expect(answer.json()).toHaveProperty('error');
  expect(await gateway.records.entry(idOf(answer))).toMatchObject({
    type: 'refusal',
    member: idOfMember,
  });
});

it('is no way onto workloads of others', async () => {
  const all = (await owner.get('/workloads')).json<{ data: Workload[] }>().data;
  const other = all.find(({ name }) => name === 'default')?.id;
  expect((await member.post(`/playground/chat?workload=${other}`, asks)).status).toBe(404);
  expect((await owner.post(`/playground/chat?workload=${other}`, asks)).status).toBe(200);
});

it('is not for auditors, other origins or virtual keys', async () => {
  expect((await auditor.post('/playground/chat', asks)).status).toBe(403);
  const elsewhere = { 'sec-fetch-site': 'cross-site' };
  expect((await member.post('/playground/chat', asks, { headers: elsewhere })).status).toBe(403);
  const byKey = await send(`${gateway.url}/admin/v1/playground/chat`, {
    method: 'POST',
    headers: { ...gateway.headers(), 'content-type': 'application/json' },
    body: JSON.stringify(asks),
  });
  expect(byKey.status).toBe(401);
});
