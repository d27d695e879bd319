import { afterAll, describe, expect, it, vi } from 'vitest';
import { AdminClient } from '../../support/admin.js';
import { CACHING_SETTINGS, stored } from '../../support/cached-answers.js';
import { DatabaseGate } from '../../support/database-gate.js';
import { startGateway } from '../../support/gateway.js';
import { idOf, type Answer } from '../../support/http.js';
import { learn, makeStore } from '../../support/knowledge.js';
import { resultText, startNewestServer } from '../../support/newest-server.js';
import { ECHO_SCHEMA } from '../../support/tool-server.js';
import { waitFor } from '../../support/wait-for.js';

vi.setConfig({ testTimeout: 180_000 }); // A child is started for the first document.

let gate: DatabaseGate | undefined;
afterAll(() => gate?.close()); // Runs last, when the gateway has ended.
const opened: (() => void)[] = [];
const office = await startNewestServer((message, response) => {
  opened.push(() =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(resultText(message.id, { content: [{ type: 'text', text: 'done' }] })),
  );
  return undefined;
});
const gateway = await startGateway(
  {
    ...CACHING_SETTINGS,
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
      { name: 'default', tools: ['office/*'], budget: { amount: '10', period: 'total' } },
    ],
  },
  {
    managedBy: 'console',
    env: { GW_OUTBOUND_HOSTS: '127.0.0.1' },
    databaseUrl: async (direct) => (gate = await DatabaseGate.before(direct)).url,
  },
);
const database = gate as unknown as DatabaseGate;
const owner = await AdminClient.setUp(gateway);

const ask = (text: string) =>
  gateway.chat({ model: 'sandbox/echo', messages: [{ role: 'user', content: text }] });
const callTool = (): Promise<Answer> =>
  gateway.post('/v1/mcp/office', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'echo', arguments: { text: 'x' } },
  });

const WAYS = {
  frozen: [() => database.freeze(), () => database.thaw()],
  gone: [() => database.shut(), () => database.open()],
} as const;

/** The pulse takes well under a second to tell that the server is silent; some of them for a busy machine. */
const SOON_MS = 10_000;
/** What stands open for it is told as what it is, and soon. */
async function expectSoon(answering: Promise<Answer>, code: string): Promise<void> {
  const startedMs = performance.now();
  const answer = await answering;
  expect(performance.now() - startedMs).toBeLessThan(SOON_MS);
  expect(answer.status).toBe(503);
  expect(answer.text).toContain(`"code":"${code}"`);
}
const untilBack = (text: string) =>
  waitFor('the database', async () => (await ask(`Is it back? ${text}`)).status === 200);

describe.each(Object.entries(WAYS))('with a database that is %s', (way, [strike, heal]) => {
  it('a tool that was called is answered, paid once and on record; the next is not called', async () => {
    const answering = callTool();
    await waitFor('the call', () => opened.length === 1);
    strike();
    for (const answer of opened.splice(0)) answer();
    const answer = await answering;
    expect(answer.text).toContain('"text":"done"');
    await expectSoon(callTool(), 'metering_unavailable');
    expect(opened).toEqual([]);
    heal();
    await untilBack('for tools');
    const id = idOf(answer);
    expect(await gateway.records.ledger(id)).toEqual([{ kind: 'settle', nano: 2_000_000n }]);
    expect(await gateway.records.entry(id)).toMatchObject({ surface: 'mcp', outcome: 'ok' });
  });

  it('what is cached is refused as all else is, and given when it is back', async () => {
    const text = `Known: ${way}`;
    await ask(text);
    await stored(gateway);
    strike();
    await Promise.all([ask(text), ask(text)].map((one) => expectSoon(one, 'metering_unavailable')));
    heal();
    await untilBack('for hits');
    expect((await ask(text)).headers['x-gw-cache']).toBe('hit');
  });

  it('a search whose query was embedded says that stores cannot be read', async () => {
    const store = await makeStore(owner, `garden ${way}`);
    await learn(gateway, owner, store, { name: 'a.txt', text: 'Tomatoes want sun.' });
    const search = () => owner.post(`/knowledge/stores/${store.id}/search`, { query: 'sun' });
    await gateway.sandbox.clear();
    await gateway.sandbox.script('delay=1000');
    const searching = search();
    await waitFor('its embedding', async () => (await gateway.sandbox.requests()).length === 1);
    strike();
    await expectSoon(searching, 'document_storage_unavailable');
    heal();
    await untilBack('for searches');
    expect((await search()).status).toBe(200);
  });
});
