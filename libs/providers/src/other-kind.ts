import { setImmediate } from 'node:timers/promises';
import type { EventParser, ReplyEvent, ReplyFrame, StreamReader } from '#wire';

const EVENTS_PER_TURN = 256; // A few milliseconds.

/**
 * A stream in the place of a whole answer, as one: some servers know nothing else. Pieces of a part become
 * one text, so that what was cut between them is whole.
 */
export async function wholeOfStream(
  chunks: readonly Uint8Array[],
  parser: EventParser,
  reader: StreamReader,
): Promise<ReplyFrame> {
  const events: ReplyEvent[] = [];
  const texts = new Map<unknown, number>();
  const take = (frame: ReplyFrame | undefined): void => {
    for (const event of frame?.events ?? []) {
      const isText = event.type === 'text' || event.type === 'args';
      const place = isText ? texts.get(event.part) : undefined;
      const known = place === undefined ? undefined : events[place];
      if (isText && place !== undefined && known && 'delta' in known) {
        events[place] = { ...known, delta: known.delta + event.delta };
        continue;
      }
      if (!isText) events.push(event);
      else {
        const { type, part, delta } = event;
        texts.set(part, events.push({ type, part, delta }) - 1);
      }
    }
  };
  let count = 0;
  for (const chunk of chunks) {
    for (const event of parser.push(chunk)) {
      if (reader.isOver) break;
      take(reader.read(event));
      if (++count % EVENTS_PER_TURN === 0) await setImmediate();
    }
  }
  const cut = reader.isOver ? undefined : parser.end();
  if (cut) take(reader.read(cut));
  take(reader.end());
  return { document: null, edits: [], events };
}

/** A whole answer in the place of a stream, as a stream of one frame. */
export async function* streamOfWhole({
  events,
}: ReplyFrame): AsyncGenerator<readonly ReplyFrame[]> {
  const isOver = events.at(-1)?.type === 'done';
  const all: readonly ReplyEvent[] = isOver ? events : [...events, { type: 'done' }];
  yield [{ document: null, edits: [], events: all }];
}
