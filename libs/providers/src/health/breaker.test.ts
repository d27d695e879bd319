import { beforeEach, describe, expect, it } from 'vitest';
import { Breaker } from './breaker.js';

let breaker: Breaker;
let nowMs: number;
beforeEach(() => {
  breaker = new Breaker();
  nowMs = 1_000_000;
});

const finish = (result: 'ok' | 'failed' | 'no_connection', count = 1) => {
  for (let call = 0; call < count; call++) breaker.done(result, nowMs);
};
const state = () => breaker.state(nowMs);
const pass = (ms: number) => {
  nowMs += ms;
};
/** A probe passes and ends so. */
const probe = (result: 'ok' | 'failed') => {
  expect(breaker.tryPass(nowMs)).toBe(true);
  finish(result);
};

describe('a closed breaker', () => {
  it('lets every call pass', () => {
    finish('ok', 100);
    expect(breaker.tryPass(nowMs) && breaker.tryPass(nowMs)).toBe(true);
    expect(state()).toBe('closed');
  });

  it('opens when half of ten calls have failed', () => {
    finish('ok', 5);
    finish('failed', 4);
    expect(state()).toBe('closed');
    finish('failed');
    expect(state()).toBe('open');
  });

  it('does not judge by fewer than ten calls', () => {
    finish('failed', 9);
    expect(state()).toBe('closed');
  });

  it('stays closed below half', () => {
    finish('ok', 51);
    finish('failed', 49);
    expect(state()).toBe('closed');
  });

  it('opens after five lost connections in a row, and not after four and a good one', () => {
    finish('no_connection', 4);
    finish('ok');
    finish('no_connection', 4);
    expect(state()).toBe('closed');
    finish('no_connection');
    expect(state()).toBe('open');
  });

  it('forgets failures that are longer ago than its window', () => {
    finish('failed', 9);
    pass(20_000);
    finish('ok', 1);
    finish('failed', 8);
    expect(state()).toBe('closed');
    finish('failed');
    expect(state()).toBe('open');
  });

  it('remembers failures within its window, though spread over it', () => {
    for (let call = 0; call < 10; call++) {
      finish('failed');
      pass(1_900);
    }
    expect(state()).toBe('open');
  });

  it('forgets them after a long silence, too', () => {
    finish('failed', 9);
    pass(3_600_000);
    finish('failed');
    expect(state()).toBe('closed');
  });
});

describe('an open breaker', () => {
  beforeEach(() => finish('failed', 10));

  it('lets nothing pass for five seconds, then one probe at a time', () => {
    expect(breaker.tryPass(nowMs)).toBe(false);
    pass(4_999);
    expect(breaker.tryPass(nowMs)).toBe(false);
    pass(1);
    expect(state()).toBe('half_open');
    expect(breaker.tryPass(nowMs)).toBe(true);
    expect(breaker.tryPass(nowMs)).toBe(false);
  });

  it('lets another probe pass when one told nothing', () => {
    pass(5_000);
    expect(breaker.tryPass(nowMs)).toBe(true);
    breaker.release();
    expect(breaker.tryPass(nowMs)).toBe(true);
  });

  it('closes after three good probes, with a clean slate', () => {
    pass(5_000);
    probe('ok');
    probe('ok');
    expect(state()).toBe('half_open');
    probe('ok');
    expect(state()).toBe('closed');
    finish('failed', 9);
    expect(state()).toBe('closed');
  });

  it('opens again at a bad probe, twice as long each time, for a minute at most', () => {
    const openFor = () => {
      let ms = 0;
      while (breaker.state(nowMs + ms) === 'open') ms += 1_000;
      return ms;
    };
    const lengths = [];
    for (let turn = 0; turn < 6; turn++) {
      lengths.push(openFor());
      pass(openFor());
      probe('failed');
    }
    expect(lengths).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  });

  it('asks for three good probes anew after a bad one', () => {
    pass(5_000);
    probe('ok');
    probe('ok');
    probe('failed');
    pass(10_000);
    probe('ok');
    probe('ok');
    expect(state()).toBe('half_open');
  });

  it('opens for five seconds again once it has been closed', () => {
    pass(5_000);
    probe('failed');
    pass(10_000);
    for (let turn = 0; turn < 3; turn++) probe('ok');
    finish('failed', 10);
    pass(5_000);
    expect(state()).toBe('half_open');
  });

  it('takes no notice of answers that come late', () => {
    finish('ok', 50);
    finish('failed', 50);
    pass(4_999);
    expect(state()).toBe('open');
    pass(1);
    expect(state()).toBe('half_open');
  });
});

describe('a breaker that has opened on another replica', () => {
  it('is open here for as long as it is there, and twice as long after a bad probe', () => {
    breaker.openElsewhere(10_000, 9_000, nowMs);
    expect(breaker.tryPass(nowMs)).toBe(false);
    pass(8_999);
    expect(state()).toBe('open');
    pass(1);
    probe('failed');
    expect(breaker.msUntilProbe(nowMs)).toBe(20_000);
  });

  it('is heard of twice, and closes after three good probes all the same', () => {
    breaker.openElsewhere(5_000, 5_000, nowMs);
    breaker.openElsewhere(5_000, 5_000, nowMs);
    pass(5_000);
    for (let turn = 0; turn < 3; turn++) probe('ok');
    expect(state()).toBe('closed');
  });

  it('does not shorten what was seen here', () => {
    finish('failed', 10);
    breaker.openElsewhere(5_000, 2_000, nowMs);
    expect(breaker.msUntilProbe(nowMs)).toBe(5_000);
  });

  it('stays closed where calls went well since, or until five seconds before', () => {
    finish('ok');
    pass(4_999);
    breaker.openElsewhere(5_000, 5_000, nowMs);
    expect(state()).toBe('closed');
    pass(1);
    breaker.openElsewhere(5_000, 5_000, nowMs);
    expect(state()).toBe('open');
  });

  it('opens where the last call did not go well, whatever went well before', () => {
    finish('ok', 20);
    finish('failed');
    breaker.openElsewhere(5_000, 4_000, nowMs);
    expect(state()).toBe('open');
  });

  it('is told of by whoever saw it, and by nobody who only heard of it', () => {
    const told: number[] = [];
    breaker = new Breaker((openMs) => told.push(openMs));
    breaker.openElsewhere(5_000, 5_000, nowMs);
    pass(5_000);
    probe('failed');
    expect(told).toEqual([10_000]);
  });

  it('is not open for more than a minute, whatever was said', () => {
    breaker.openElsewhere(60_000, 3_600_000, nowMs);
    pass(60_000);
    expect(state()).toBe('half_open');
  });
});
