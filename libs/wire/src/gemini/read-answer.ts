import type { JsonDocument } from '#kernel';
import type { ReplyEvent, ReplyFrame } from '../reply.js';
import { FrameReader } from './read-frame.js';

/** A whole response as one frame, which ends in `done` or `error` like a stream. */
export function readGeminiAnswer(document: JsonDocument): ReplyFrame {
  const events: ReplyEvent[] = [];
  const reader = new FrameReader();
  reader.read(document, events);
  if (events.at(-1)?.type !== 'error') {
    reader.finishAll(events);
    events.push({ type: 'done' });
  }
  return { document, edits: [], events };
}
