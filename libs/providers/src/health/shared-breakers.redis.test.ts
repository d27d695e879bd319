import { afterAll, beforeAll, expect, it } from 'vitest';
import { SystemClock } from '#kernel';
import { Nudges, openRedis } from '#platform';
import { anEndpoint, anOrganisation } from '../../../../test/support/a-call.js';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { RedisServer } from '../../../../test/support/redis-server.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { ProviderHealth } from './provider-health.js';
import { SharedBreakers } from './shared-breakers.js';

const clock = new SystemClock();
let server: RedisServer;
beforeAll(async () => {
  server = await RedisServer.start();
});
afterAll(() => server.close());

let turn = 0;

/** Replicas by their looks alone or by nudges, too; each time about another provider. */
async function aScene({ isNudged }: { readonly isNudged: boolean }) {
  const endpoint = anEndpoint({ name: `provider-${turn++}` }, { id: 'a model' });
  const neighbour = anEndpoint({ name: endpoint.provider.name }, { id: 'another' });
  const organisation = anOrganisation({
    providers: new Map([[endpoint.provider.name, endpoint.provider]]),
  });
  const { id } = organisation;
  const open: (() => Promise<void>)[] = [];
  const aReplica = async () => {
    const link = await openRedis(server.url, clock);
    const nudges = new Nudges(link);
    const own = new FakeClock();
    const health = new ProviderHealth(own);
    const breakers = new SharedBreakers(health, link, nudges, own);
    await breakers.start();
    if (isNudged) nudges.start();
    const fail = (result: 'failed' | 'no_connection') => {
      for (let call = 0; call < 10; call++) health.of(id, endpoint).done(result, own.monotonicMs());
    };
    const throttle = (ms: number) => health.of(id, endpoint).throttle(ms, own.monotonicMs());
    const serving = () => [endpoint, neighbour].map((one) => health.isServing(id, one));
    open.push(async () => {
      breakers.stop();
      nudges.stop();
      await link.close();
    });
    return { health, breakers, own, fail, throttle, serving };
  };
  const close = () => Promise.all(open.map((end) => end()));
  return { organisation, a: await aReplica(), b: await aReplica(), aReplica, close };
}

it('a model whose answers fail on one replica is not served on another, and its neighbours are', async () => {
  const { organisation, a, b, close } = await aScene({ isNudged: true });
  a.fail('failed');
  await waitFor('the other one to hear', () => !b.serving()[0]);
  expect(b.serving()).toEqual([false, true]);
  expect(b.health.statesOf(organisation)).toMatchObject([{ state: 'open' }]);
  b.own.advance(5_000);
  expect(b.serving()).toEqual([true, true]);
  await close();
});

it("a key that somebody else wrote is in nobody's way", async () => {
  const { a, b, close } = await aScene({ isNudged: true });
  await server.ask((client) => client.set('gw:breakers', 'x'));
  a.fail('failed');
  await waitFor('the other one to hear', () => !b.serving()[0]);
  await close();
});

it('a model that its provider wants left alone is left alone by all, as long as it said', async () => {
  const { a, b, aReplica, close } = await aScene({ isNudged: true });
  a.throttle(20_000);
  await waitFor('the other one to hear', () => !b.serving()[0]);
  expect(b.serving()).toEqual([false, true]);
  expect((await aReplica()).serving()).toEqual([false, true]);
  b.own.advance(20_000);
  expect(b.serving()).toEqual([true, true]);
  await close();
});

it('tells of a pause once, however many calls are told of it, and of short ones not', async () => {
  const { a, close } = await aScene({ isNudged: true });
  const told: number[] = [];
  a.health.onThrottle(({ ms }) => told.push(ms));
  for (const ms of [0, 900, 30_000, 30_000]) a.throttle(ms);
  a.own.advance(5_000);
  for (const ms of [25_500, 40_000, 9_999_999]) a.throttle(ms);
  expect(told).toEqual([30_000, 40_000, 300_000]);
  await close();
});

it('a provider that is not there is served by none of its models', async () => {
  const { a, b, close } = await aScene({ isNudged: true });
  a.fail('no_connection');
  await waitFor('the other one to hear', () => !b.serving()[0]);
  expect(b.serving()).toEqual([false, false]);
  await close();
});

it('a message that is lost costs a second, and a new replica knows at its start', async () => {
  const { a, b, aReplica, close } = await aScene({ isNudged: false });
  a.fail('failed');
  await waitFor('the next look', () => {
    b.own.advance(1_000);
    return !b.serving()[0];
  });
  const { serving } = await aReplica();
  expect(serving()).toEqual([false, true]);
  await close();
});

it('without Redis each goes on with its own, and nothing fails', async () => {
  const { a, b, close } = await aScene({ isNudged: true });
  await server.kill();
  a.fail('failed');
  await Promise.all([a.breakers.look(), b.breakers.look()]);
  expect([a.serving()[0], b.serving()[0]]).toEqual([false, true]);
  await server.begin();
  await close();
});

it('what lies there in another form is passed over', async () => {
  const { a, b, close } = await aScene({ isNudged: true });
  const later = Date.now() + 50_000;
  for (const other of ['[1]', '["a","b","c"]', 'null', 'no JSON']) {
    await server.ask((client) => client.zadd('gw:breakers', later, other));
  }
  a.fail('failed');
  await waitFor('the other one to hear', () => !b.serving()[0]);
  await close();
});
