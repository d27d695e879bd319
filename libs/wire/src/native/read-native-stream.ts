import { CUT } from '../errors/error-event.js';
import type { ReplyEvent, ReplyFrame } from '../reply.js';
import { isDoneMarker, readPayload } from '../sse/read-payload.js';
import type { SseEvent } from '../sse/read-sse.js';
import { readNativeUsage } from './read-native-usage.js';

/**
 * Server-sent events of any other format, forwarded as they are; only usage is read. Such formats
 * need no end marker, so the end of the stream is `done`, unless it comes in the middle of an
 * event.
 */
export async function* readNativeStream(
  events: AsyncIterable<SseEvent>,
): AsyncGenerator<ReplyFrame> {
  for await (const event of events) {
    const frame = readEvent(event);
    yield frame;
    const last = frame.events.at(-1);
    if (last?.type === 'done' || last?.type === 'error') return;
  }
  yield { document: null, edits: [], events: [{ type: 'done' }] };
}

function readEvent({ name, data, isCut }: SseEvent): ReplyFrame {
  const named = name === '' ? {} : { name };
  if (isDoneMarker(data)) return rawFrame(data, { type: 'done' });
  const document = readPayload(data);
  if (!document) {
    return isCut
      ? { document: null, edits: [], events: [CUT] }
      : { ...named, document: null, raw: data, edits: [], events: [] };
  }
  const usage = readNativeUsage(document);
  const events: ReplyEvent[] = usage ? [{ type: 'usage', usage, isWholeFrame: false }] : [];
  return { ...named, document, edits: [], events };
}

const rawFrame = (raw: string, event: ReplyEvent): ReplyFrame => ({
  document: null,
  raw,
  edits: [],
  events: [event],
});
