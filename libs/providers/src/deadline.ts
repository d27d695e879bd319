import { Clock, type Alarm } from '#kernel';
import type { Reply } from '#wire';

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

/** A buffered answer is whole by now; anything else keeps its deadline until it ends. */
export function watchTime({ status, headers, body }: Reply, deadline: Deadline): Reply {
  if (body.kind === 'json') {
    deadline.cancel();
    return { status, headers, body };
  }
  deadline.limitWhole();
  const watched =
    body.kind === 'bytes'
      ? { kind: body.kind, chunks: timed(body.chunks, deadline) }
      : { kind: body.kind, frames: timed(body.frames, deadline) };
  return { status, headers, body: watched };
}

async function* timed<Item>(items: AsyncIterable<Item>, deadline: Deadline): AsyncGenerator<Item> {
  try {
    for await (const item of items) {
      deadline.rest();
      yield item;
      deadline.resume();
    }
  } finally {
    deadline.cancel();
  }
}
