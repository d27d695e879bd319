import { member, numberOf, type JsonDocument } from '#kernel';
import { usageEvents, type ReplyFrame } from '../reply.js';
import { NO_USAGE } from '../usage.js';

/** A whole answer: what it is charged by are its pages. */
export function readOcrAnswer(document: JsonDocument): ReplyFrame {
  const pages = numberOf(member(member(document.root, 'usage_info'), 'pages_processed'));
  const isCount = pages !== undefined && Number.isSafeInteger(pages) && pages >= 0;
  const told = isCount ? { usage: { ...NO_USAGE, pages } } : undefined;
  return { document, edits: [], events: [...usageEvents(told), { type: 'done' }] };
}
