import { describe, expect, it, vi } from 'vitest';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { idOf, type Answer } from '../../support/http.js';
import { ended, makeStore, upload, type SeenDocument } from '../../support/knowledge.js';
import { startNewestServer } from '../../support/newest-server.js';
import { ECHO_SCHEMA } from '../../support/tool-server.js';
import { waitFor } from '../../support/wait-for.js';

vi.setConfig({ testTimeout: 180_000 }); // A child is started for the first document.

const CALL_NANO = 2_000_000n;
const CALLS = 20;
/** As many as the budget has room for. */
const PAID = 5;

let release: () => void = () => undefined;
let isOpen = new Promise<void>((resolve) => (release = resolve));
let asked = 0;
const office = await startNewestServer((message, response) => {
  asked++;
  void isOpen.then(() =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        jsonrpc: '2.0',
        id: message.id,
        result: { resultType: 'complete', content: [{ type: 'text', text: 'done' }] },
      }),
    ),
  );
  return undefined;
});
const tools = ['office/*'];
const gateway = await startGateway(
  {
    providers: [
      {
        name: 'office',
        family: 'mcp',
        base_url: office.url,
        secret: undefined,
        serves_responses: undefined,
        models: [
          {
            id: 'echo',
            price: { currency: 'EUR', tool_call: '0.002' },
            tool: { description: 'Says it again.', input_schema: ECHO_SCHEMA },
          },
        ],
      },
    ],
    workloads: [
      { name: 'default', tools, budget: { amount: '1', period: 'total' } },
      { name: 'leaving' },
      { name: 'agents', tools, budget: { amount: '0.01', period: 'total' } },
    ],
  },
  { managedBy: 'console', env: { GW_OUTBOUND_HOSTS: '127.0.0.1' } },
);
const owner = await AdminClient.setUp(gateway);

const callTool = (workload: string): Promise<Answer> =>
  gateway.post(
    '/v1/mcp/office',
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'echo', arguments: { text: 'x' } },
    },
    { workload },
  );
const nanoOf = async (ids: readonly string[]): Promise<bigint> => {
  const all = await Promise.all(ids.map((id) => gateway.records.ledger(id)));
  return all.flat().reduce((sum, { nano }) => sum + nano, 0n);
};
async function workloadOf(name: string): Promise<string> {
  const { data } = (await owner.get('/workloads?limit=50')).json<{
    data: { id: string; name: string }[];
  }>();
  return data.find((one) => one.name === name)?.id ?? '';
}
async function setBudget(name: string, amount: string): Promise<void> {
  const id = await workloadOf(name);
  const { headers } = await owner.get(`/workloads/${id}`);
  const version = Number(String(headers['etag']).replaceAll('"', ''));
  const budget = { amount, period: 'total' };
  const changed = await owner.patch(`/workloads/${id}`, { budget }, { version });
  expect(changed.status, changed.text).toBe(200);
}

const PASSAGE = 'Tomatoes want sun and water every morning, and so do people who care for them. ';
const TEXT = Array.from({ length: 70 }, (_, n) => `${n}. ${PASSAGE.repeat(4)}`).join('\n\n');

/** A document of three calls, in the middle of the first of them. */
async function midway(name: string, workload: string) {
  const store = await makeStore(owner, name, { passage_tokens: 100, overlap_tokens: 0 });
  await gateway.sandbox.clear();
  await gateway.sandbox.script('delay=3000');
  const calls = async () =>
    (await gateway.sandbox.requests()).filter(({ path }) => path.endsWith('/embeddings')).length;
  const query = `?workload=${await workloadOf(workload)}`;
  const made = await upload(owner, store, { name: 'a.txt', text: TEXT }, query);
  expect(made.status, made.text).toBe(202);
  await waitFor('the first call', async () => (await calls()) === 1, 120_000);
  return { store, id: made.json<SeenDocument>().id, calls, query };
}

describe('a budget that runs out', () => {
  it('while tools are called side by side: as many reach their server as can be paid, and no more', async () => {
    const answering = Array.from({ length: CALLS }, () => callTool('agents'));
    await waitFor('those that can be paid', () => asked === PAID);
    const refused: Answer[] = [];
    for (const one of answering)
      void one.then((answer) => answer.status === 402 && refused.push(answer));
    await expect.poll(() => refused.length).toBe(CALLS - PAID);
    for (const answer of refused) {
      expect(answer.json()).toMatchObject({
        id: 1,
        error: { data: { gw: { code: 'insufficient_quota' } } },
      });
    }
    release();
    const answers = await Promise.all(answering);
    const paid = answers.filter(({ status }) => status === 200);
    expect([paid.length, asked]).toEqual([PAID, PAID]);
    expect(await nanoOf(paid.map(idOf))).toBe(BigInt(PAID) * CALL_NANO);
    expect(await nanoOf(refused.map(idOf))).toBe(0n);
    for (const answer of refused) {
      expect(await gateway.records.entry(idOf(answer))).toMatchObject({ type: 'refusal' });
    }
  });

  it('while a tool is at work: it is paid by what was held, and the next is refused', async () => {
    isOpen = new Promise<void>((resolve) => (release = resolve));
    asked = 0;
    const answering = callTool('default');
    await waitFor('the call', () => asked === 1);
    await setBudget('default', '0.001');
    await expect.poll(async () => (await callTool('default')).status).toBe(402);
    release();
    const answer = await answering;
    expect(answer.status).toBe(200);
    expect(await nanoOf([idOf(answer)])).toBe(CALL_NANO);
    await setBudget('default', '1');
    await expect.poll(async () => (await callTool('default')).status).toBe(200);
  });

  it('in the middle of a document: what was embedded stays, and it goes on from there', async () => {
    const { store, id, calls, query } = await midway('garden', 'default');
    await setBudget('default', '0.001');
    expect(await ended(gateway, owner, store, id)).toMatchObject({
      status: 'failed',
      passages: 70,
      embedded: 32,
      error: { code: 'insufficient_quota' },
    });
    expect(await calls()).toBe(1);
    await setBudget('default', '1');
    await expect.poll(async () => (await callTool('default')).status).toBe(200);
    const path = `/knowledge/stores/${store.id}/documents/${id}/retry${query}`;
    expect((await owner.post(path)).status).toBe(200);
    const whole = { status: 'completed', embedded: 70 };
    expect(await ended(gateway, owner, store, id)).toMatchObject(whole);
    expect(await calls()).toBe(3);
  });
});

it('a workload that is deleted in the middle of a document has no more of it embedded', async () => {
  const { store, id, calls } = await midway('orphaned', 'leaving');
  const gone = await owner.delete(`/workloads/${await workloadOf('leaving')}`);
  expect(gone.status, gone.text).toBe(204);
  // Tried again for some minutes: another replica may know a new workload before this one does.
  const seen = () => owner.get(`/knowledge/stores/${store.id}/documents/${id}`);
  await expect
    .poll(async () => (await seen()).json())
    .toMatchObject({ status: 'queued', embedded: 32, error: { code: 'job_orphaned' } });
  expect(await calls()).toBe(1);
});
