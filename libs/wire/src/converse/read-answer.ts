import { itemsOf, member, stringOf, type JsonDocument } from '#kernel';
import { errorEvent } from '../errors/error-event.js';
import { errorOf } from '../errors/read-error-body.js';
import { usageEvents, type ReplyEvent, type ReplyFrame } from '../reply.js';
import { ConverseBlocks } from './read-blocks.js';
import { readConverseUsage } from './read-usage.js';
import { readServedTier } from '../service-tier.js';
import { readEnd } from './stop-reason.js';

/** A whole answer as one frame, which ends in `done` or `error` like a stream. */
export function readConverseAnswer(document: JsonDocument): ReplyFrame {
  const { root } = document;
  const output = member(root, 'output');
  if (!output) return { document, edits: [], events: [errorEvent(errorOf(root))] };
  const events: ReplyEvent[] = [{ type: 'start', id: '' }];
  const blocks = new ConverseBlocks();
  itemsOf(member(member(output, 'message'), 'content')).forEach((block, index) =>
    blocks.whole(index, block, document, events),
  );
  const native = stringOf(member(root, 'stopReason'));
  const end = readEnd(native ?? (blocks.parts.hasCalls ? 'tool_use' : 'end_turn'), root);
  events.push(end);
  const usage = readConverseUsage(member(root, 'usage'));
  if (end.type === 'error') return { document, edits: [], events };
  const tier = readServedTier(member(member(root, 'serviceTier'), 'type'));
  events.push(...usageEvents(usage, tier));
  events.push({ type: 'done' });
  return { document, edits: [], events };
}
