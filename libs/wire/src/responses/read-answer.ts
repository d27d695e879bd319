import { member, stringOf, type JsonDocument } from '#kernel';
import { errorEvent } from '../errors/error-event.js';
import { errorOf, readErrorBody } from '../errors/read-error-body.js';
import { nativeUsageEvents } from '../native/read-usage.js';
import type { ReplyEvent, ReplyFrame } from '../reply.js';
import { readFinish } from './finish.js';
import { Items } from './items.js';

/** A whole response as one frame, which ends in `done` or `error` like a stream. */
export function readResponsesAnswer(document: JsonDocument): ReplyFrame {
  const { root } = document;
  const isFailed = stringOf(member(root, 'status')) === 'failed';
  const error = readErrorBody(root) ?? (isFailed ? errorOf(undefined) : undefined);
  const counted = nativeUsageEvents(document);
  if (error) return { document, edits: [], events: [...counted, errorEvent(error)] };
  const events: ReplyEvent[] = [{ type: 'start', id: stringOf(member(root, 'id')) ?? '' }];
  const items = new Items();
  items.endAll(member(root, 'output'), document, events);
  const { hasCalls } = items.parts;
  const reason = readFinish(root, { hasCalls, hasRefused: items.hasRefused });
  events.push({ type: 'finish', choice: 0, reason }, ...counted, { type: 'done' });
  return { document, edits: [], events };
}
