import { expect, it } from 'vitest';
import { aWorkload } from '../../../test/support/a-call.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { RequestRate } from './request-rate.js';

function aScene(rpm: number | null) {
  const clock = new FakeClock();
  const rate = new RequestRate(clock);
  const workload = aWorkload({ rpm });
  const letIn = (calls: number) => {
    let count = 0;
    for (let call = 0; call < calls; call++) {
      try {
        rate.count(workload);
        count++;
      } catch (error) {
        expect(error).toMatchObject({
          key: 'rate_limited',
          details: { gw: { limit: { counter: 'rpm', limit: rpm } } },
        });
      }
    }
    return count;
  };
  return { clock, rate, workload, letIn };
}

it('lets in what the rate allows, and the next ones as the first leave the window', () => {
  const { clock, letIn } = aScene(10);
  expect(letIn(6)).toBe(6);
  clock.advance(30_000);
  expect(letIn(6)).toBe(4);
  clock.advance(30_000);
  expect(letIn(10)).toBe(6);
  clock.advance(60_000);
  expect(letIn(20)).toBe(10);
});

it('does not count what it turned away, so a client that goes on trying gets in', () => {
  const { clock, letIn } = aScene(1);
  expect(letIn(1)).toBe(1);
  for (let second = 1; second < 60; second++) {
    clock.advance(1_000);
    expect(letIn(3)).toBe(0);
  }
  clock.advance(1_000);
  expect(letIn(3)).toBe(1);
});

it('says when there is room again', () => {
  const { clock, rate, workload } = aScene(1);
  clock.advance(7_000);
  rate.count(workload);
  clock.advance(10_000);
  const refused = (retryAfterSeconds: number) =>
    expect.objectContaining({ details: expect.objectContaining({ retryAfterSeconds }) as unknown });
  expect(() => rate.count(workload)).toThrow(refused(48));
  clock.advance(48_000);
  rate.count(workload);
});

it('tells what is taken of the rate, and when none of it is', () => {
  const { clock, rate, workload } = aScene(2);
  clock.advance(7_000);
  rate.count(workload);
  clock.advance(10_000);
  rate.count(workload);
  const headers = {
    'x-ratelimit-limit-requests': '2',
    'x-ratelimit-remaining-requests': '0',
    'x-ratelimit-reset-requests': '58s',
  };
  expect(() => rate.count(workload)).toThrow(
    expect.objectContaining({ details: expect.objectContaining({ headers }) as unknown }),
  );
});

it('does not limit a workload without a rate, and keeps workloads apart', () => {
  expect(aScene(null).letIn(1_000)).toBe(1_000);
  const { rate, letIn } = aScene(2);
  expect(letIn(3)).toBe(2);
  rate.count(aWorkload({ rpm: 1 }));
});
