import { itemsOf, member, stringOf, type JsonDocument } from '#kernel';
import { errorEvent } from '../errors/error-event.js';
import { readErrorBody } from '../errors/read-error-body.js';
import type { ReplyEvent, ReplyFrame } from '../reply.js';
import { Blocks } from './blocks.js';
import { MessagesUsage } from './read-usage.js';
import { readStopReason } from './stop-reason.js';

/** A whole `message` as one frame, which ends in `done` or `error` like a stream. */
export function readMessagesAnswer(document: JsonDocument): ReplyFrame {
  const { root } = document;
  const error = readErrorBody(root);
  if (error) return { document, edits: [], events: [errorEvent(error)] };
  const events: ReplyEvent[] = [{ type: 'start', id: stringOf(member(root, 'id')) ?? '' }];
  const blocks = new Blocks();
  itemsOf(member(root, 'content')).forEach((block, index) => {
    blocks.start(index, block, document, events);
    blocks.parts.end(index, events);
  });
  const native = stringOf(member(root, 'stop_reason'));
  const stopSequence = stringOf(member(root, 'stop_sequence'));
  const reason = readStopReason(native ?? (blocks.parts.hasCalls ? 'tool_use' : 'end_turn'));
  events.push({ type: 'finish', choice: 0, reason, ...(stopSequence && { stopSequence }) });
  const usage = new MessagesUsage().add(member(root, 'usage'));
  if (usage) events.push(usage);
  events.push({ type: 'done' });
  return { document, edits: [], events };
}
