import type { JsonDocument } from '#kernel';
import type { ReplyEvent, ReplyFrame } from '../reply.js';
import { readNativeTier, readNativeUsage } from './read-usage.js';

/** A whole answer of any other format: only its usage is read. */
export function readNativeAnswer(document: JsonDocument): ReplyFrame {
  const usage = readNativeUsage(document);
  const tier = readNativeTier(document);
  const events: ReplyEvent[] = usage
    ? [{ type: 'usage', usage, ...(tier && { tier }), isWholeFrame: false }]
    : [];
  events.push({ type: 'done' });
  return { document, edits: [], events };
}
