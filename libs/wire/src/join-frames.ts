import type { ReplyEvent, ReplyFrame } from './reply.js';
import { sumUsage } from './usage.js';

/**
 * The answers to the parts of one call as one answer, in their order. It has no payload of its own. What
 * was used is told where every part told it.
 */
export function joinFrames(frames: readonly ReplyFrame[]): ReplyFrame {
  const usages = frames.flatMap(({ events }) => events.filter(({ type }) => type === 'usage'));
  const events: ReplyEvent[] = [];
  if (usages.length === frames.length) {
    const usage = sumUsage(usages.flatMap((event) => (event.type === 'usage' ? event.usage : [])));
    events.push({ type: 'usage', usage, isWholeFrame: false });
  }
  events.push({ type: 'done' });
  const vectors = frames.flatMap((frame) => frame.vectors ?? []);
  return { document: null, edits: [], events, ...(vectors.length > 0 && { vectors }) };
}
