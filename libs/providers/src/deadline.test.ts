import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { Deadline, timed } from './deadline.js';

function aDeadline(silenceMs = 10_000) {
  const clock = new FakeClock();
  let expired = 0;
  const deadline = new Deadline(clock, silenceMs, () => expired++);
  return { clock, deadline, expired: () => expired };
}

describe('Deadline', () => {
  it('expires after the silence, not before', () => {
    const { clock, expired } = aDeadline();
    clock.advance(9_999);
    expect(expired()).toBe(0);
    clock.advance(1);
    expect(expired()).toBe(1);
  });

  it('starts anew with each piece', () => {
    const { clock, deadline, expired } = aDeadline();
    for (let piece = 0; piece < 5; piece++) {
      clock.advance(9_000);
      deadline.rest();
      deadline.resume();
    }
    expect(expired()).toBe(0);
    clock.advance(10_000);
    expect(expired()).toBe(1);
  });

  it('rests while the caller is the one who is slow', () => {
    const { clock, deadline, expired } = aDeadline();
    deadline.rest();
    clock.advance(600_000);
    expect(expired()).toBe(0);
    deadline.resume();
    clock.advance(9_999);
    expect(expired()).toBe(0);
    clock.advance(1);
    expect(expired()).toBe(1);
  });

  it('ends a stream that goes on for an hour', () => {
    const { clock, deadline, expired } = aDeadline();
    deadline.limitWhole();
    deadline.rest();
    clock.advance(3_599_999);
    expect(expired()).toBe(0);
    clock.advance(1);
    expect(expired()).toBe(1);
  });

  it('never expires once it was cancelled', () => {
    const { clock, deadline, expired } = aDeadline();
    deadline.cancel();
    clock.advance(10_000_000);
    expect(expired()).toBe(0);
    expect(clock.pending).toBe(0);
  });
});

describe('timed', () => {
  async function* pieces(count: number) {
    for (let piece = 0; piece < count; piece++) yield new Uint8Array([piece]);
  }

  it('watches a stream until its end', async () => {
    const { clock, deadline, expired } = aDeadline();
    let read = 0;
    for await (const _ of timed(pieces(3), deadline)) {
      read++;
      clock.advance(600_000); // The reader takes its time.
    }
    expect([read, expired(), clock.pending]).toEqual([3, 0, 0]);
  });

  it('lets go of a stream that its reader leaves, and ends its source', async () => {
    const { clock, deadline } = aDeadline();
    let hasEnded = false;
    async function* source() {
      try {
        yield* pieces(10);
      } finally {
        hasEnded = true;
      }
    }
    for await (const _ of timed(source(), deadline)) break;
    expect([hasEnded, clock.pending]).toEqual([true, 0]);
  });

  it('lets go of a stream that breaks', async () => {
    const { clock, deadline } = aDeadline();
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(1);
      throw new Error('reset');
    }
    const iterator = timed(broken(), deadline)[Symbol.asyncIterator]();
    await iterator.next();
    // Nobody gives back an iterator that threw, so it has to let go by itself.
    await expect(iterator.next()).rejects.toThrow('reset');
    expect(clock.pending).toBe(0);
  });
});
