import { expect } from 'vitest';
import type { Entry } from '#audit';
import { AdminClient } from './admin.js';
import { startGateway } from './gateway.js';
import { learn, makeStore } from './knowledge.js';
import type { TestSettings } from './settings.js';

export const TAX = 'Value added tax is due on the tenth of each month.';
export const CARE = 'Tomatoes want sun, and water every morning.';
export const QUESTION = 'when is value added tax due';

/** What a request to a sandbox model calls, round by round, and nothing behind the last one. */
export const scripted = (...rounds: readonly (readonly object[])[]): string =>
  `${QUESTION}\nsandbox script: ${JSON.stringify(rounds)}`;
export const search = (query: string): object => ({
  name: 'search_knowledge',
  arguments: { query },
});

/** What the gateway put on record for one request. */
export interface OnRecord {
  readonly first: Entry;
  /** Calls of the model, the first one included. */
  readonly rounds: readonly Entry[];
  readonly searches: readonly Entry[];
  readonly tokens: { readonly in: number; readonly out: number };
}

/** A gateway with a store of two documents, which models search for the workloads that are named. */
export async function startSearchedChats(settings: TestSettings, searching: readonly string[]) {
  const gateway = await startGateway(settings, { managedBy: 'console' });
  const owner = await AdminClient.setUp(gateway);

  /** Changes settings of a workload. @returns what the admin API says */
  const change = async (name: string, fields: object) => {
    const { data } = (await owner.get('/workloads?limit=50')).json<{
      data: { id: string; name: string }[];
    }>();
    const id = data.find((one) => one.name === name)?.id ?? '';
    const { headers } = await owner.get(`/workloads/${id}`);
    const version = Number(String(headers['etag']).replaceAll('"', ''));
    return owner.patch(`/workloads/${id}`, fields, { version });
  };

  const store = await makeStore(owner, 'handbook');
  await learn(gateway, owner, store, { name: 'tax.txt', text: TAX });
  await learn(gateway, owner, store, { name: 'garden.txt', text: CARE });
  for (const name of searching) {
    const changed = await change(name, { knowledge: [store.id], knowledge_tool: true });
    expect(changed.status, changed.text).toBe(200);
  }

  const onRecord = async (id: string): Promise<OnRecord> => {
    const first = await gateway.records.entry(id);
    const made = await gateway.records.madeFor(id);
    const isSearch = ({ surface }: Entry) => surface === 'knowledge';
    const rounds = [first, ...made.filter((entry) => !isSearch(entry))];
    const sum = (side: 'in' | 'out') =>
      rounds.reduce(
        (all, entry) => all + (entry.type === 'call' ? (entry.tokens?.[side] ?? 0) : 0),
        0,
      );
    const tokens = { in: sum('in'), out: sum('out') };
    return { first, rounds, searches: made.filter(isSearch), tokens };
  };

  /** Of the request that came last. */
  const lastOnRecord = async (): Promise<OnRecord> => {
    const entries = await gateway.records.entries();
    const first = entries.findLast(({ parent }) => parent === null);
    return onRecord(first?.id ?? '');
  };
  return { gateway, owner, store, change, onRecord, lastOnRecord };
}
