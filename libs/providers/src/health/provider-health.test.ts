import { expect, it } from 'vitest';
import { anEndpoint, anOrganisation } from '../../../../test/support/a-call.js';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { ProviderHealth } from './provider-health.js';

const { id } = anOrganisation();
const endpoint = anEndpoint();
const neighbour = anEndpoint({}, { id: 'another model' });

function aScene() {
  const clock = new FakeClock();
  const health = new ProviderHealth(clock);
  const own = health.of(id, endpoint);
  const serving = () => [endpoint, neighbour].map((one) => health.isServing(id, one));
  return { clock, health, own, serving };
}

it('does not serve any model of a provider that is not there', () => {
  const { clock, own, serving } = aScene();
  expect(serving()).toEqual([true, true]);
  for (let call = 0; call < 5; call++) own.done('no_connection', clock.monotonicMs());
  expect(serving()).toEqual([false, false]);
  clock.advance(5_000);
  expect(serving()).toEqual([true, true]);
});

it('closes one model whose answers fail, and not its neighbours', () => {
  const { clock, health, own, serving } = aScene();
  for (let call = 0; call < 10; call++) own.done('failed', clock.monotonicMs());
  expect(serving()).toEqual([false, true]);
  expect(own.tryPass(clock.monotonicMs())).toBe(false);
  expect(health.of(id, neighbour).tryPass(clock.monotonicMs())).toBe(true);
});

it('does not send to a model that asked to be left alone, and to its neighbours', () => {
  const { clock, own, serving } = aScene();
  own.throttle(1_000, clock.monotonicMs());
  expect(serving()).toEqual([false, true]);
  clock.advance(1_000);
  expect(serving()).toEqual([true, true]);
});

it('asks again after five minutes, whatever it was told', () => {
  const { clock, health, own, serving } = aScene();
  own.throttle(Number.MAX_SAFE_INTEGER, clock.monotonicMs());
  expect(health.secondsUntilServing(id, [endpoint])).toBe(300);
  clock.advance(300_000);
  expect(serving()).toEqual([true, true]);
});

it('gives the probe of the connection back when the model has none free', () => {
  const { clock, health, own } = aScene();
  for (let call = 0; call < 10; call++) own.done('failed', clock.monotonicMs());
  clock.advance(1_000);
  for (let call = 0; call < 5; call++) own.done('no_connection', clock.monotonicMs());
  clock.advance(5_000);
  const nowMs = clock.monotonicMs();
  expect(own.tryPass(nowMs)).toBe(true);
  own.done('ok', nowMs);
  expect(own.tryPass(nowMs)).toBe(true);
  own.release();
  expect(health.of(id, neighbour).tryPass(nowMs)).toBe(true);
});

it('keeps organisations, providers and addresses apart', () => {
  const { clock, health, own } = aScene();
  own.throttle(60_000, clock.monotonicMs());
  for (let call = 0; call < 5; call++) own.done('no_connection', clock.monotonicMs());
  const others = [
    [anOrganisation().id, endpoint],
    [id, anEndpoint({ name: 'other' })],
    [id, anEndpoint({ baseUrl: 'https://elsewhere.example/v1' })],
  ] as const;
  expect(others.map(([owner, other]) => health.isServing(owner, other))).toEqual([
    true,
    true,
    true,
  ]);
});

it('shows the state of each model it has sent to, and of no other that was asked for', () => {
  const { health } = aScene();
  health.isServing(id, neighbour);
  health.secondsUntilServing(id, [neighbour]);
  const organisation = anOrganisation({ id, providers: new Map([['acme', endpoint.provider]]) });
  const states = [{ provider: 'acme', model: 'small', state: 'closed', msUntilServing: 0 }];
  expect(health.statesOf(organisation)).toEqual(states);
  expect(health.states({ organisation: () => organisation })).toEqual(states);
  expect(health.statesOf(anOrganisation({ providers: organisation.providers }))).toEqual([]);
});

it('knows nothing of an endpoint whose round is another, on this replica and of the others', () => {
  const { clock, health, own } = aScene();
  for (let call = 0; call < 5; call++) own.done('no_connection', clock.monotonicMs());
  const anew = anEndpoint({ healthRound: 1 });
  expect(health.isServing(id, endpoint)).toBe(false);
  expect(health.isServing(id, anew)).toBe(true);
  const organisation = anOrganisation({ id, providers: new Map([['acme', anew.provider]]) });
  expect(health.statesOf(organisation)).toEqual([]);
});
