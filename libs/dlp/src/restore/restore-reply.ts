import type { ReplyFrame } from '#wire';
import { EventStream } from './event-stream.js';
import { LeafStream } from './leaf-stream.js';
import type { Restoring } from './restoring.js';
import { restoreWholeFrame } from './whole-frame.js';

/**
 * Puts the values back. A buffered answer is one frame and restored whole. In a stream the texts
 * grow: where the frames name their texts these are followed, elsewhere the strings that grow are.
 */
export async function* restoreReply(
  frames: AsyncIterable<ReplyFrame>,
  restoring: Restoring,
): AsyncGenerator<ReplyFrame> {
  const events = new EventStream(restoring);
  const leaves = new LeafStream(restoring);
  let isFirst = true;
  for await (const frame of frames) {
    if (isFirst && isWholeAnswer(frame, restoring)) yield restoreWholeFrame(frame, restoring);
    else if (restoring.wire === 'chat' || namesItsTexts(frame)) yield* events.restore(frame);
    else yield* leaves.restore(frame);
    isFirst = false;
  }
  // A stream that broke off without saying so still shows all that had arrived.
  yield* events.end();
  yield* leaves.end();
}

const isWholeAnswer = (frame: ReplyFrame, { isStreaming }: Restoring): boolean =>
  frame.document !== null &&
  frame.events.some(
    ({ type }) => type === 'done' || type === 'error' || (type === 'finish' && !isStreaming),
  );

const namesItsTexts = (frame: ReplyFrame): boolean =>
  frame.events.some(({ type }) => type === 'text' || type === 'args');
