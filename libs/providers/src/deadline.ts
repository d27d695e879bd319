import { Clock, type Alarm } from '#kernel';

const STREAM_MS_MAX = 3_600_000; // No answer takes an hour; a stream that does has been forgotten.

/**
 * How long a provider may be silent. Until the answer begins it covers all attempts together; in a
 * stream it starts anew with each piece, and rests while the caller is the one who is slow.
 */
export class Deadline {
  private readonly alarm: Alarm;
  private longest: Alarm | undefined;
  private isWaiting = true;

  constructor(
    private readonly clock: Clock,
    silenceMs: number,
    private readonly expire: () => void,
  ) {
    this.alarm = clock.after(silenceMs, () => {
      if (this.isWaiting) expire();
      else this.alarm.restart();
    });
  }

  /** From now on there is an end for the whole, too, however lively the stream is. */
  limitWhole(): void {
    this.longest = this.clock.after(STREAM_MS_MAX, this.expire);
  }

  rest(): void {
    this.isWaiting = false;
  }

  resume(): void {
    this.isWaiting = true;
    this.alarm.restart();
  }

  cancel(): void {
    this.alarm.cancel();
    this.longest?.cancel();
  }
}

/** The same items under the deadline, which ends with them. */
export function timed<Item>(items: AsyncIterator<Item>, deadline: Deadline): AsyncIterable<Item> {
  deadline.limitWhole();
  // By hand: one more generator around each of thousands of open streams would cost more than they.
  const iterator: AsyncIterator<Item> = {
    async next() {
      deadline.resume();
      try {
        const next = await items.next();
        if (next.done) deadline.cancel();
        else deadline.rest();
        return next;
      } catch (error) {
        deadline.cancel();
        throw error;
      }
    },
    async return() {
      deadline.cancel();
      await items.return?.();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
