import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { Ids, SystemClock, SystemEntropy } from '#kernel';
import { openRedis, type RedisLink, ReplicaId } from '#platform';
import { RedisServer } from '../../../../../test/support/redis-server.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import { aBudget, aCaller } from '../../testing/a-request.js';
import { Admission } from '../admission.js';
import { heldCallOf, type Verdict } from '../admission-request.js';
import { PostgresIntentStore } from '../postgres-intent-store.js';
import { SLOT_MS } from '../rate-window.js';
import { checkCounters } from './check-counters.js';
import { CounterRebuild } from './counter-rebuild.js';
import { DriftWatch } from './drift-watch.js';
import { readState } from './read-state.js';
import { RedisCounterStore } from './redis-counter-store.js';
import { stateKey, windowKey } from './state-keys.js';

const clock = new SystemClock();
const ids = new Ids(clock, new SystemEntropy());
let database: TestDatabase;
let server: RedisServer;
let link: RedisLink;
beforeAll(async () => {
  [database, server] = await Promise.all([testDatabase(), RedisServer.start()]);
  link = await openRedis(server.url, clock);
});
afterAll(async () => {
  await link.close();
  await server.close();
});

const keyOf = (verdict: Verdict) => (verdict.isAdmitted ? 'admitted' : verdict.error.key);

/** A gateway that has let in a call which holds 30 of a budget of 100, and a window of ten a minute. */
async function anOpenCall() {
  const rebuild = new CounterRebuild(link, database.app, clock);
  const store = new RedisCounterStore(link, rebuild, clock);
  const intents = new PostgresIntentStore(database.app, new ReplicaId(ids.callId()));
  const admission = new Admission(store, intents, clock);
  const caller = aCaller({ ...aBudget(100n), rpm: 10, tpm: 1_000 });
  const call = caller.request({ holdNano: 30n, tokens: 40 });
  expect(keyOf(await admission.admit(call))).toBe('admitted');
  const counter = caller.counters[0]?.key ?? '';
  const state = stateKey(caller.organisation.id);
  const window = windowKey(caller.organisation.id, caller.workload.id);
  return { rebuild, store, admission, caller, call, counter, state, window };
}
type OpenCall = Awaited<ReturnType<typeof anOpenCall>>;

const set = (key: string, field: string, value: string) =>
  server.ask((client) => client.hset(key, field, value));

const put = (key: string, type: 'string' | 'list') =>
  server.ask(async (client) => {
    await client.del(key);
    await (type === 'string' ? client.set(key, 'x') : client.rpush(key, 'x'));
  });

/** All that the counter holds, by the server. */
const heldOf = async ({ caller, counter }: OpenCall) =>
  (await readState(link, caller.organisation.id)).counters.get(counter)?.held;

const VALUES = ['garbage', '1.5', 'nan', '-inf', '', '0x10', '007', '9'.repeat(19), '9'.repeat(40)];

const WRONG: readonly (readonly [string, (open: OpenCall) => Promise<unknown>])[] = [
  ['a state that is a text', ({ state }) => put(state, 'string')],
  ['a state that is a list', ({ state }) => put(state, 'list')],
  ['a window that is a text', ({ window }) => put(window, 'string')],
  ['a generation that is none', ({ state }) => set(state, 'generation', 'garbage')],
  ...VALUES.map(
    (value) =>
      [
        `${JSON.stringify(value)} used`,
        ({ state, counter }: OpenCall) => set(state, `u:${counter}`, value),
      ] as const,
  ),
  ...['garbage', '1.5', 'nan', '9'.repeat(40)].map(
    (value) =>
      [
        `${JSON.stringify(value)} in a window`,
        ({ window }: OpenCall) => set(window, `t${Math.floor(Date.now() / SLOT_MS)}`, value),
      ] as const,
  ),
  ['a held amount that is none', ({ state, counter }) => set(state, `h:${counter}`, 'garbage')],
];

it.each(WRONG)('makes anew what it cannot read: %s', async (_, damage) => {
  const open = await anOpenCall();
  const { admission, caller, rebuild } = open;
  const before = rebuild.counters.rebuilds;
  await damage(open);
  expect(keyOf(await admission.admit(caller.request({ holdNano: 71n })))).toBe('budget_reached');
  expect(keyOf(await admission.admit(caller.request({ holdNano: 70n })))).toBe('admitted');
  expect(rebuild.counters.rebuilds).toBe(before + 1);
  expect(await heldOf(open)).toBe(100n);
  const window = (await open.store.admit([caller.request()], [])).windows.get(caller.workload.id);
  expect(window?.tokens.reduce((sum, tokens) => sum + tokens, 0)).toBe(40);
});

it.each([
  ['hold', ({ state, call }: OpenCall) => set(state, `c:${call.id}`, 'garbage')],
  ['state', ({ state }: OpenCall) => put(state, 'string')],
])('lets a running call grow and end on a %s that cannot be read', async (_, damage) => {
  const open = await anOpenCall();
  const { admission, call, caller, store } = open;
  await damage(open);
  expect(await admission.topUp(heldCallOf(call), { nano: 5n, least: 1n }, caller.counters)).toBe(
    5n,
  );
  // Its intent had grown before, so that it is held twice, and never too little.
  expect(await heldOf(open)).toBe(40n);
  const other = await anOpenCall();
  await damage(other);
  await other.store.settle([{ ...heldCallOf(other.call), nano: 7n }]);
  expect(keyOf(await other.admission.admit(other.caller.request()))).toBe('admitted');
  expect((await store.listHeld()).map(({ callId }) => callId)).toContain(call.id);
});

it('deletes nothing again within a second, and goes on after it', async () => {
  const open = await anOpenCall();
  const { admission, caller, state, rebuild } = open;
  const warned = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  onTestFinished(() => warned.mockRestore());
  for (const expected of ['admitted', 'metering_unavailable']) {
    await put(state, 'string');
    expect(keyOf(await admission.admit(caller.request()))).toBe(expected);
  }
  expect(rebuild.counters.rebuilds).toBe(2);
  expect(warned.mock.calls.map(([line]) => String(line))).toEqual([
    expect.stringMatching(/cannot be read: WRONGTYPE .* kind of value\. They are made anew\.$/),
  ]);
  const admitted = async () => keyOf(await admission.admit(caller.request())) === 'admitted';
  await waitFor('the next try', admitted);
});

it('deletes nothing where the server is at fault', async () => {
  const { admission, caller, state } = await anOpenCall();
  await server.ask((client) => client.config('SET', 'maxmemory', 1));
  const verdict = await admission.admit(caller.request());
  await server.ask((client) => client.config('SET', 'maxmemory', 0));
  expect(keyOf(verdict)).toBe('metering_unavailable');
  expect(await server.ask((client) => client.exists(state))).toBe(1);
});

it('is found by the watch, which goes on with the others', async () => {
  const opened = [await anOpenCall(), await anOpenCall()];
  for (const { state } of opened) await put(state, 'string');
  const rebuild = opened[0]?.rebuild;
  expect(rebuild && (await new DriftWatch(rebuild, clock).look())).toEqual([]);
  for (const { state } of opened) {
    expect(await server.ask((client) => client.exists(state))).toBe(0);
  }
});

it.each([
  ['a text', ({ state }: OpenCall) => put(state, 'string'), /WRONGTYPE/],
  ['a field', ({ state, counter }: OpenCall) => set(state, `u:${counter}`, 'x'), /no amount/],
  ['a counter of no id', ({ state }: OpenCall) => set(state, 'u:x', '1'), /no such counter/],
  ['a call of no id', ({ state }: OpenCall) => set(state, 'c:x', '1 1 '), /no such hold/],
])('is a finding of a check, which changes nothing: %s', async (_, damage, words) => {
  const open = await anOpenCall();
  await damage(open);
  const { faults } = await checkCounters(link, database.app, clock);
  const named = faults.filter((fault) => fault.includes(open.caller.organisation.id));
  expect(named).toEqual([
    expect.stringMatching(words),
    expect.stringContaining(`redis-cli DEL '${open.state}'`),
  ]);
  expect(await server.ask((client) => client.exists(open.state))).toBe(1);
});
