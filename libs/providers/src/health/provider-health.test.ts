import { expect, it } from 'vitest';
import { anEndpoint, anOrganisation } from '../../../../test/support/a-call.js';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { ProviderHealth } from './provider-health.js';

const { id } = anOrganisation();
const endpoint = anEndpoint();

function aScene() {
  const clock = new FakeClock();
  const health = new ProviderHealth(clock);
  return { clock, health, own: health.of(id, endpoint.provider) };
}

it('does not serve while the breaker is open', () => {
  const { clock, health, own } = aScene();
  expect(health.isServing(id, endpoint)).toBe(true);
  for (let call = 0; call < 5; call++) own.breaker.done('no_connection', clock.monotonicMs());
  expect(health.isServing(id, endpoint)).toBe(false);
  clock.advance(5_000);
  expect(health.isServing(id, endpoint)).toBe(true);
});

it('does not serve while the provider asked to be left alone', () => {
  const { clock, health, own } = aScene();
  own.throttledUntilMs = clock.monotonicMs() + 1_000;
  expect(health.isServing(id, endpoint)).toBe(false);
  clock.advance(1_000);
  expect(health.isServing(id, endpoint)).toBe(true);
});

it('keeps organisations, providers and addresses apart', () => {
  const { health, own } = aScene();
  own.throttledUntilMs = Infinity;
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
  expect(health.isServing(id, anEndpoint({}, { id: 'another model' }))).toBe(false);
});

it('shows the state of each provider it has met', () => {
  const { health } = aScene();
  expect(health.states()).toEqual([{ endpoint: 'acme', state: 'closed' }]);
});
