import { member, stringOf, type JsonDocument } from '#kernel';
import { errorEvent } from '../errors/error-event.js';
import { errorOf } from '../errors/read-error-body.js';
import type { ReplyEvent, ReplyFrame } from '../reply.js';
import { readEnd } from './finish-reason.js';
import { CohereParts } from './message-parts.js';
import { readCohereUsage } from './read-usage.js';

/** A whole answer of `/v2/chat` as one frame, which ends in `done` or `error` like a stream. */
export function readCohereAnswer(document: JsonDocument): ReplyFrame {
  const { root } = document;
  const message = member(root, 'message');
  if (message?.kind !== 'object')
    return { document, edits: [], events: [errorEvent(errorOf(root))] };
  const events: ReplyEvent[] = [{ type: 'start', id: stringOf(member(root, 'id')) ?? '' }];
  const parts = new CohereParts();
  parts.whole(message, events);
  parts.parts.endAll(events);
  const native = stringOf(member(root, 'finish_reason'));
  const end = readEnd(native ?? (parts.parts.hasCalls ? 'TOOL_CALL' : 'COMPLETE'));
  const usage = readCohereUsage(member(root, 'usage'));
  if (usage) events.push(usage);
  events.push(...(end.type === 'error' ? [end] : [end, { type: 'done' } as const]));
  return { document, edits: [], events };
}
