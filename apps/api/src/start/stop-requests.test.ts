import { expect, it } from 'vitest';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { StopRequests } from './stop-requests.js';

function aGateway() {
  const heard: string[] = [];
  const clock = new FakeClock();
  const stoppable = { stop: () => heard.push('stop'), hurry: () => heard.push('hurry') };
  return { heard, clock, requests: new StopRequests(stoppable, clock) };
}

it('takes one request that came by several ways for one', () => {
  const { heard, clock, requests } = aGateway();
  requests.take('signal');
  clock.advance(200);
  requests.take('signal');
  clock.advance(700);
  requests.take('signal');
  expect(heard).toEqual(['stop']);
});

it('hurries when it is asked again later', () => {
  const { heard, clock, requests } = aGateway();
  requests.take('signal');
  clock.advance(1_000);
  requests.take('signal');
  expect(heard).toEqual(['stop', 'hurry']);
});

it('stops when its parent is gone, and is not hurried by that', () => {
  const { heard, clock, requests } = aGateway();
  requests.take('parent gone');
  expect(heard).toEqual(['stop']);
  const asked = aGateway();
  asked.requests.take('signal');
  asked.clock.advance(2_000);
  asked.requests.take('parent gone');
  expect(asked.heard).toEqual(['stop']);
  clock.advance(2_000);
  requests.take('signal');
  expect(heard).toEqual(['stop', 'hurry']);
});
