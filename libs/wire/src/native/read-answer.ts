import type { JsonDocument } from '#kernel';
import type { ReplyFrame } from '../reply.js';
import { nativeUsageEvents } from './read-usage.js';

/** A whole answer of any other format: only its usage is read. */
export function readNativeAnswer(document: JsonDocument): ReplyFrame {
  return { document, edits: [], events: [...nativeUsageEvents(document), { type: 'done' }] };
}
