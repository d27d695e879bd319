import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Dispatcher, DispatchRecord, MeteredCall } from '#call';
import { assert, textPieces } from '#kernel';
import { NO_USAGE, type Reply, type ReplyEvent, type ReplyFrame } from '#wire';

const PIECE_CHARS = 64; // About what models send at a time.
const BATCH_FRAMES = 64; // Written in a fraction of a millisecond.

/** What is metered of a call is what it says it used. */
const NOTHING_USED: ReplyEvent = { type: 'usage', usage: NO_USAGE, isWholeFrame: false };

/**
 * In the place of a provider: an answer that was kept, as frames like any other's. From here on nothing knows that it is
 * none of a provider's: values are put back, and the caller's format is written, as they always are.
 */
@Injectable()
export class CacheReplay implements Pick<Dispatcher, 'send'> {
  send(call: MeteredCall, dispatch: DispatchRecord): Promise<Reply> {
    const { answer } = call.cache;
    assert(answer, 'only what was found is given again');
    dispatch.endpoint = answer.endpoint;
    const events: readonly ReplyEvent[] = [
      NOTHING_USED, // Some formats tell the input before they tell the answer.
      { type: 'start', id: call.callId },
      ...answer.events,
    ];
    const head = { status: 200, headers: {}, protocol: 'kept' } as const;
    return Promise.resolve(
      call.isStreaming
        ? { ...head, body: { kind: 'events', batches: batchesOf(events) } }
        : { ...head, body: { kind: 'json', frame: frameOf(events) } },
    );
  }
}

const frameOf = (events: readonly ReplyEvent[]): ReplyFrame => ({
  document: null,
  edits: [],
  events,
});

/** Frame by frame, as fast as they are taken. */
async function* batchesOf(events: readonly ReplyEvent[]): AsyncGenerator<readonly ReplyFrame[]> {
  let batch: ReplyFrame[] = [];
  for (const event of events) {
    for (const piece of piecesOf(event)) {
      batch.push(frameOf([piece]));
      if (batch.length < BATCH_FRAMES) continue;
      yield batch;
      batch = [];
      await nextTurn(); // A reader that takes it at once leaves no other gap.
    }
  }
  yield batch;
}

function* piecesOf(event: ReplyEvent): Generator<ReplyEvent> {
  const isText = event.type === 'text' || event.type === 'args';
  if (!isText || event.delta.length <= PIECE_CHARS) return yield event;
  for (const delta of textPieces(event.delta, PIECE_CHARS)) yield { ...event, delta };
}
