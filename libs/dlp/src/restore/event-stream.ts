import { isNull, itemsOf, member, replaceWithString, type Edit, type JsonDocument } from '#kernel';
import type { ReplyEvent, ReplyFrame } from '#wire';
import {
  isJsonText,
  isText,
  newRestorer,
  restoreEvent,
  type Restoring,
  type TextEvent,
} from './restoring.js';
import type { Restorer } from './text-restorer.js';
import { dropLogprobs, restoreDocument } from './whole-frame.js';

interface Part {
  readonly restorer: Restorer;
  /** Stands for the part's events when a held end has to go out on its own. */
  readonly sample: TextEvent;
}

/** Restores a stream whose frames name their growing texts: one restorer for each part. */
export class EventStream {
  private readonly parts = new Map<string, Part>();
  /** The first payload always goes out: frames that are added later take its id and looks. */
  private hasSentPayload = false;

  constructor(private readonly restoring: Restoring) {}

  *restore(frame: ReplyFrame): Generator<ReplyFrame> {
    const deltas = this.newDeltas(frame);
    const ends = this.heldEnds(frame, deltas);
    if (ends.length > 0) yield addedFrame(ends);
    const restored = this.withDeltas(frame, deltas);
    if (restored) yield restored;
  }

  *end(): Generator<ReplyFrame> {
    const ends = this.flush(() => true);
    if (ends.length > 0) yield addedFrame(ends);
  }

  /** What each text event of the frame may show now, by its place among the events. */
  private newDeltas({ document, events }: ReplyFrame): Map<number, string> {
    const deltas = new Map<number, string>();
    events.forEach((event, index) => {
      // Without a place the payload could not follow the event.
      if (!isText(event) || (document && !event.at)) return;
      deltas.set(index, this.partOf(event).restorer.push(event.delta));
    });
    return deltas;
  }

  /**
   * What was held of parts that end with this frame. It joins the part's last delta in the frame;
   * the ends of parts without one are returned, to go out before.
   */
  private heldEnds({ events }: ReplyFrame, deltas: Map<number, string>): TextEvent[] {
    return this.flush((part) => endsPart(events, part)).filter((end) => {
      const last = events.findLastIndex(
        (event, index) => deltas.has(index) && isText(event) && event.part === end.part,
      );
      if (last < 0) return true;
      deltas.set(last, (deltas.get(last) ?? '') + end.delta);
      return false;
    });
  }

  private flush(isEnding: (part: string) => boolean): TextEvent[] {
    const ends: TextEvent[] = [];
    for (const [name, { restorer, sample }] of this.parts) {
      if (!isEnding(name)) continue;
      const delta = restorer.flush();
      if (delta !== '') ends.push({ type: sample.type, part: name, delta });
    }
    return ends;
  }

  /** Undefined when nothing is left of the frame. */
  private withDeltas(frame: ReplyFrame, deltas: Map<number, string>): ReplyFrame | undefined {
    const edits: Edit[] = [];
    let isEmptied = false;
    const events = frame.events.map((event, index) => {
      if (event.type === 'error') return restoreEvent(event, this.restoring);
      const delta = deltas.get(index);
      if (!isText(event) || delta === undefined || delta === event.delta) return event;
      if (event.at) edits.push(replaceWithString(event.at, delta));
      if (delta === '') isEmptied = true;
      return { ...event, delta };
    });
    if (isEmptied && this.hasSentPayload && isSpent(frame.document, events)) return undefined;
    this.hasSentPayload ||= frame.document !== null;
    if (frame.document && events.some(({ type }) => type === 'error')) {
      edits.push(...restoreAround(frame.document, events, this.restoring));
    }
    if (edits.length === 0 && frame.document) return frame;
    const all = frame.document ? dropLogprobs(frame.document, edits) : edits;
    return { ...frame, edits: [...frame.edits, ...all], events };
  }

  private partOf(event: TextEvent): Part {
    let part = this.parts.get(event.part);
    if (!part) {
      const restorer = newRestorer(isJsonText(event, this.restoring), this.restoring);
      this.parts.set(event.part, (part = { restorer, sample: event }));
    }
    return part;
  }
}

/** A payload that says an error may echo the request anywhere; its texts are restored already. */
function restoreAround(
  document: JsonDocument,
  events: readonly ReplyEvent[],
  restoring: Restoring,
): Edit[] {
  const texts = new Set(
    events.flatMap((event) => (isText(event) && event.at ? [event.at.start] : [])),
  );
  return restoreDocument(document, restoring).filter((edit) => !texts.has(edit.start));
}

const addedFrame = (events: readonly ReplyEvent[]): ReplyFrame => ({
  document: null,
  edits: [],
  events,
});

const endsPart = (events: readonly ReplyEvent[], part: string): boolean =>
  events.some(
    (event) =>
      event.type === 'done' ||
      event.type === 'error' ||
      (event.type === 'finish' && part.startsWith(`${event.choice}/`)),
  );

/** Only texts that were emptied: nothing that a client would miss. */
function isSpent(document: JsonDocument | null, events: readonly ReplyEvent[]): boolean {
  if (!events.every((event) => isText(event) && event.delta === '')) return false;
  return document === null || !carriesMore(document);
}

const TEXT_MEMBERS: ReadonlySet<string> = new Set([
  'content',
  'refusal',
  'reasoning',
  'reasoning_content',
]);

/** A role, the name of a tool, a usage or the like, in a chunk of a chat stream. */
function carriesMore({ root }: JsonDocument): boolean {
  const choices = itemsOf(member(root, 'choices'));
  const usage = member(root, 'usage');
  if (choices.length === 0 || (usage && !isNull(usage))) return true;
  return choices.some((choice) => {
    const finish = member(choice, 'finish_reason');
    if (finish && !isNull(finish)) return true;
    const delta = member(choice, 'delta');
    if (delta?.kind !== 'object') return true;
    return delta.keys.some((key, index) => {
      if (key !== 'tool_calls') return !TEXT_MEMBERS.has(key);
      return itemsOf(delta.values[index]).some(
        (call) => member(call, 'id') ?? member(member(call, 'function'), 'name'),
      );
    });
  });
}
