import { applyEdits } from '#kernel';
import type { ReplyFrame } from '../reply.js';
import { writeSse } from '../sse/write-sse.js';
import { modelEdits } from '../write-model.js';
import { writeErrorEvent } from '../write-stream-error.js';

/** @param model the id that the caller asked for; null leaves the provider's in place */
export async function* writeNativeStream(
  frames: AsyncIterable<ReplyFrame>,
  model: string | null,
): AsyncGenerator<string> {
  for await (const frame of frames) {
    const { document, raw, name, edits } = frame;
    const last = frame.events.at(-1);
    if (last?.type === 'error') {
      yield writeErrorEvent(last, frame);
      return;
    }
    if (document) {
      yield writeSse(applyEdits(document.text, [...edits, ...modelEdits(document, model)]), name);
    } else if (raw !== undefined) {
      yield writeSse(raw, name);
    }
    if (last?.type === 'done') return;
  }
}
