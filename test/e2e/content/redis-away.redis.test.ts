import { afterAll, describe, expect, it } from 'vitest';
import { CACHING_SETTINGS, stored } from '../../support/cached-answers.js';
import { expectError } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import { idOf, type Answer } from '../../support/http.js';
import { RedisServer } from '../../support/redis-server.js';
import { waitFor } from '../../support/wait-for.js';

const server = await RedisServer.start();
afterAll(async () => {
  server.thaw();
  await server.close();
});
const gateway = await startGateway(CACHING_SETTINGS, { env: { REDIS_URL: server.url } });

/** A look into the cache and one at the counters have 100 ms each; as much as that again and again for a busy machine. */
const SOON_MS = 5_000;
const PAUSE_MS = 4_000; // It ends by itself: nothing is heard meanwhile, not even a word against it.

const ask = (text: string) =>
  gateway.chat({ model: 'sandbox/echo', messages: [{ role: 'user', content: text }] });
const UNDER_WAY_MS = 1_500;
const stateOf = ({ headers }: Answer) => headers['x-gw-cache'];
/** How Redis goes, and how it comes back. */
const FAULTS: Readonly<Record<string, readonly [() => Promise<unknown>, () => Promise<unknown>]>> =
  {
    'is frozen': [async () => server.freeze(), async () => server.thaw()],
    'holds every command': [
      () => server.ask((client) => client.call('CLIENT', 'PAUSE', PAUSE_MS, 'ALL')),
      () => Promise.resolve(),
    ],
    'is killed': [() => server.kill(), () => server.begin()],
  };

const away = async ([strike, heal]: (typeof FAULTS)[string]) => {
  await strike();
  return async () => {
    await heal();
    await waitFor('Redis to be used again', async () => (await ask('Is it back?')).status === 200);
  };
};
const expectNothingHeld = async () => {
  await expect.poll(() => gateway.records.intentCount()).toBe(0);
  expect((await gateway.records.fsck()).findings).toEqual([]);
};

describe.each(Object.entries(FAULTS))('while Redis %s', (name, fault) => {
  it('what is cached is refused as all else is, soon, and given again when it is back', async () => {
    const text = `Known: ${name}`;
    await ask(text);
    await stored(gateway); // Not held in memory any more.
    const heal = await away(fault);
    const startedMs = performance.now();
    const answers = await Promise.all([ask(text), ask(text), ask(`Unknown: ${name}`)]);
    expect(performance.now() - startedMs).toBeLessThan(SOON_MS);
    for (const answer of answers) expectError(answer, 'metering_unavailable');
    await heal();
    const again = await ask(text);
    expect(['hit', 'miss']).toContain(stateOf(again)); // A killed one has lost it.
    if (name !== 'is killed') expect(stateOf(again)).toBe('hit');
    await expectNothingHeld();
  });

  it('an answer under way is given and charged once; who waits for it is told soon', async () => {
    const text = `Under way: ${name}`;
    await gateway.sandbox.clear();
    await gateway.sandbox.script(`delay=${UNDER_WAY_MS}`);
    const first = ask(text);
    await waitFor('it', async () => (await gateway.sandbox.requests()).length === 1);
    const others = [ask(text), ask(text)];
    const heal = await away(fault);
    const startedMs = performance.now();
    const answers = await Promise.all(others);
    expect(performance.now() - startedMs).toBeLessThan(UNDER_WAY_MS + SOON_MS);
    expect((await first).status).toBe(200);
    for (const answer of answers) {
      if (answer.status !== 200) expectError(answer, 'metering_unavailable');
      else expect(stateOf(answer)).toBe('hit');
    }
    expect(await gateway.sandbox.requests()).toHaveLength(1);
    await heal();
    await expectNothingHeld();
    const entries = await gateway.records.ledger(idOf(await first));
    expect(entries.filter(({ nano }) => nano !== 0n)).toHaveLength(1);
  });
});
