import OpenAI from 'openai';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { learn, makeStore } from '../../support/knowledge.js';

vi.setConfig({ testTimeout: 180_000 }); // Children are started for the first document.

const gateway = await startGateway(
  { workloads: [{ name: 'default', rpm: 100_000 }, { name: 'plain' }] },
  { managedBy: 'console' },
);
const owner = await AdminClient.setUp(gateway);

interface Workload {
  readonly id: string;
  readonly name: string;
}

/** Changes the settings of a workload. @returns what the admin API says */
async function change(name: string, settings: object) {
  const { data } = (await owner.get('/workloads?limit=50')).json<{ data: Workload[] }>();
  const id = data.find((one) => one.name === name)?.id ?? '';
  const { headers } = await owner.get(`/workloads/${id}`);
  const version = Number(String(headers['etag']).replaceAll('"', ''));
  return owner.patch(`/workloads/${id}`, settings, { version });
}

const TAX = 'Value added tax is due on the tenth of each month.';
const CARE = 'Tomatoes want sun, and water every morning.';

const store = await makeStore(owner, 'handbook');
await learn(gateway, owner, store, { name: 'tax.txt', text: TAX });
await learn(gateway, owner, store, { name: 'garden.txt', text: CARE });
const switched = await change('default', { knowledge: [store.id], knowledge_tool: true });
expect(switched.status, switched.text).toBe(200);
beforeEach(() => gateway.sandbox.clear());

const openai = new OpenAI({ apiKey: gateway.key(), baseURL: `${gateway.url}/v1`, maxRetries: 0 });
const QUESTION = 'when is value added tax due';

const script = (...rounds: readonly (readonly object[])[]) =>
  `${QUESTION}\nsandbox script: ${JSON.stringify(rounds)}`;
const search = (query: string) => ({ name: 'search_knowledge', arguments: { query } });

const chatsSeen = async () =>
  (await gateway.sandbox.requests()).filter(({ path }) => path.endsWith('/chat/completions'));

describe('a chat completion', () => {
  it('is answered with what was found, in calls that are each on record', async () => {
    const { data, response } = await openai.chat.completions
      .create({ model: 'sandbox/echo', messages: [{ role: 'user', content: QUESTION }] })
      .withResponse();
    const [choice] = data.choices;
    expect(choice?.message.content).toContain(TAX);
    expect(choice?.message.tool_calls).toBeUndefined();
    expect(choice?.finish_reason).toBe('stop');
    expect(response.headers.get('x-gw-knowledge')).toBe('on');
    const id = response.headers.get('request-id') ?? '';
    const first = await gateway.records.entry(id);
    const made = await gateway.records.madeFor(id);
    expect(first).toMatchObject({ type: 'call', surface: 'chat', outcome: 'ok', parent: null });
    expect(made.map(({ surface }) => surface).toSorted()).toEqual(['chat', 'knowledge']);
  });
});
