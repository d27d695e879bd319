import { expect, it } from 'vitest';
import {
  CallPlaces,
  SERVER_CALLS_MAX,
  SERVER_CALLS_SURE,
  SHARED_CALLS_MAX,
} from './call-places.js';

/** As many as a server that never answers gets. */
function fill(places: CallPlaces, organisation: string, server: string): (() => void)[] {
  const taken: (() => void)[] = [];
  for (;;) {
    const giveBack = places.take(organisation, server);
    if (!giveBack) return taken;
    taken.push(giveBack);
  }
}

it('a server alone has as many calls as are of use to it', () => {
  expect(fill(new CallPlaces(), 'one', 'a')).toHaveLength(SERVER_CALLS_MAX);
});

it.each([4, 20, 200])(
  '%i servers that hang leave room for the next one, and for other organisations',
  (hanging) => {
    const places = new CallPlaces();
    for (let at = 0; at < hanging; at++) fill(places, 'one', `hangs-${at}`);
    expect(fill(places, 'one', 'next').length).toBeGreaterThanOrEqual(SERVER_CALLS_SURE);
    expect(fill(places, 'two', 'a').length).toBeGreaterThan(SERVER_CALLS_MAX / 2);
  },
);

it('organisations whose servers hang leave room for the next one', () => {
  const places = new CallPlaces();
  for (let at = 0; at < 50; at++) {
    for (let server = 0; server < 20; server++) fill(places, `hangs-${at}`, `${server}`);
  }
  expect(fill(places, 'next', 'a').length).toBeGreaterThanOrEqual(SERVER_CALLS_SURE);
});

it('places that are given back are free', () => {
  const places = new CallPlaces();
  for (let round = 0; round < 3; round++) {
    const taken = Array.from({ length: 20 }, (_, at) => fill(places, 'one', `${at}`)).flat();
    expect(taken.length).toBeLessThanOrEqual(SHARED_CALLS_MAX / 2 + 20 * SERVER_CALLS_SURE);
    for (const giveBack of taken) giveBack();
  }
  expect(fill(places, 'one', 'a')).toHaveLength(SERVER_CALLS_MAX);
});
