import { member, type JsonDocument } from '#kernel';
import { MALFORMED } from '../errors/error-event.js';
import type { Part, ReplyEvent, ReplyFrame } from '../reply.js';

/** An event whose part stands for itself by its number. */
type KeptEvent = Readonly<Record<string, unknown>> & { readonly type: ReplyEvent['type'] };

interface KeptAnswer {
  readonly parts: readonly Part[];
  readonly events: readonly KeptEvent[];
}

/**
 * The events of an answer as JSON, for whoever keeps it: what any format can be written from. What is told of one
 * call alone, its id and its usage, is left out.
 */
export function writeKeptAnswer(events: readonly ReplyEvent[]): string {
  const parts = new Map<Part, number>();
  const numberOf = (part: Part): number => {
    const known = parts.get(part);
    if (known !== undefined) return known;
    parts.set(part, parts.size);
    return parts.size - 1;
  };
  const kept = events.flatMap((event): object[] => {
    if (event.type === 'start' || event.type === 'usage') return [];
    if (!('part' in event)) return [event];
    const { part, ...rest } = event;
    return [{ ...rest, at: undefined, part: numberOf(part) }];
  });
  return JSON.stringify({ parts: [...parts.keys()], events: kept });
}

/** @param text that `writeKeptAnswer` wrote */
export function readKeptEvents(text: string): readonly ReplyEvent[] {
  const { parts, events } = JSON.parse(text) as KeptAnswer;
  // One object for each part, which readers of events tell it by.
  return events.map((event) =>
    'part' in event ? { ...event, part: parts[event['part'] as number] } : event,
  ) as ReplyEvent[];
}

/** The same of whatever was read: what is no such answer ends in an error, as of any format. */
export function readKeptAnswer({ root, text }: JsonDocument): ReplyFrame {
  const isKept = ['parts', 'events'].every((name) => member(root, name)?.kind === 'array');
  const events = isKept ? readKeptEvents(text) : [MALFORMED];
  return { document: null, edits: [], events };
}
