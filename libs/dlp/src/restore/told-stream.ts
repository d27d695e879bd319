import { addAll, replaceWithString, type Edit, type JsonDocument, type Steps } from '#kernel';
import { isCall, type Part, type ReplyEvent, type ReplyFrame } from '#wire';
import {
  breaksOff,
  isKept,
  isText,
  restoreEvent,
  rulesOfPart,
  type Restoring,
  type TextEvent,
} from './restoring.js';
import { TextRestorer } from './text-restorer.js';
import { UntoldStream } from './untold-stream.js';
import { dropEchoes, restoreDocument } from './whole-frame.js';

/** A choice ends, and so do all texts of it. */
const OVER: ReadonlySet<string> = new Set(['finish', 'done', 'error']);

interface GrowingPart {
  readonly restorer: TextRestorer;
  /** Stands for the part's events when a held end has to go out on its own. */
  readonly sample: TextEvent;
}

/** Restores a stream whose events tell its texts: one restorer for each part. */
export class ToldStream {
  private readonly parts = new Map<Part, GrowingPart>();
  /** The first payload always goes out: frames that are added later take its id and looks. */
  private hasSentPayload = false;

  private readonly untold: UntoldStream;

  constructor(private readonly restoring: Restoring) {
    this.untold = new UntoldStream(restoring);
  }

  *restore(frame: ReplyFrame): Steps<readonly ReplyFrame[]> {
    const deltas = yield* this.newDeltas(frame);
    const ends = this.heldEnds(frame, deltas);
    const isLast = frame.events.some(({ type }) => OVER.has(type));
    const isCut = breaksOff(frame);
    const untold = yield* this.untold.restore(frame, isLast, isCut);
    const restored = yield* this.withDeltas(frame, deltas, untold);
    return [
      ...(ends.length > 0 ? [addedFrame(ends)] : []),
      ...(isLast ? this.untold.end(isCut) : []),
      ...(restored ? [restored] : []),
    ];
  }

  /** The stream broke off. */
  end(): readonly ReplyFrame[] {
    const ends = this.flush(() => true, true);
    return [...(ends.length > 0 ? [addedFrame(ends)] : []), ...this.untold.end(true)];
  }

  /** The model takes its time: what need not be held for longer. */
  pause(): readonly ReplyFrame[] {
    const shown: TextEvent[] = [];
    for (const [part, { restorer, sample }] of this.parts) {
      const delta = restorer.pause();
      if (delta !== '') shown.push({ type: sample.type, part, delta });
    }
    return [...(shown.length > 0 ? [addedFrame(shown)] : []), ...this.untold.pause()];
  }

  /** What each text event of the frame may show now, by its place among the events. */
  private *newDeltas({ document, events }: ReplyFrame): Steps<Map<number, string>> {
    const deltas = new Map<number, string>();
    for (const [index, event] of events.entries()) {
      // Without a place the payload could not follow the event.
      if (!isText(event) || (document && !event.at)) continue;
      if (isKept(event, this.restoring) && !this.restoring.guard) continue;
      deltas.set(index, yield* this.partOf(event).restorer.pushSteps(event.delta));
    }
    return deltas;
  }

  /**
   * What was held of parts that end with this frame. It joins the part's last delta in the frame;
   * the ends of parts without one are returned, to go out before.
   */
  private heldEnds({ events }: ReplyFrame, deltas: Map<number, string>): TextEvent[] {
    const isOver = endingOf(events, this.restoring);
    const isFollowed = this.restoring.partsInTurn ? followedIn(events) : NONE;
    const ends = [
      ...this.flush(isOver, breaksOff({ events })),
      ...this.flush((part) => isFollowed(part) && !isOver(part), false),
    ];
    if (ends.length === 0) return ends;
    const lastOf = new Map<Part, number>();
    for (const index of deltas.keys()) {
      const event = events[index];
      if (event && isText(event)) lastOf.set(event.part, index);
    }
    return ends.filter((end) => {
      const last = lastOf.get(end.part);
      if (last === undefined) return true;
      deltas.set(last, (deltas.get(last) ?? '') + end.delta);
      return false;
    });
  }

  private flush(isEnding: (part: Part) => boolean, isCut: boolean): TextEvent[] {
    const ends: TextEvent[] = [];
    for (const [part, { restorer, sample }] of this.parts) {
      if (!isEnding(part)) continue;
      const delta = restorer.flush(isCut);
      if (delta !== '') ends.push({ type: sample.type, part, delta });
    }
    return ends;
  }

  /** Undefined when nothing is left of the frame. */
  private *withDeltas(
    frame: ReplyFrame,
    deltas: Map<number, string>,
    untold: readonly Edit[],
  ): Steps<ReplyFrame | undefined> {
    const edits: Edit[] = [...untold];
    let isEmptied = false;
    const events: ReplyEvent[] = [];
    for (const [index, event] of frame.events.entries()) {
      const delta = deltas.get(index);
      // A text without a place is whole: arguments that come as an object.
      if (delta === undefined) events.push(yield* restoreEvent(event, this.restoring));
      else if (!isText(event) || delta === event.delta) events.push(event);
      else {
        if (event.at) edits.push(replaceWithString(event.at, delta));
        if (delta === '') isEmptied = true;
        events.push({ ...event, delta });
      }
    }
    if (isEmptied && this.hasSentPayload && isSpent(frame.document, events, this.restoring))
      return undefined;
    this.hasSentPayload ||= frame.document !== null;
    if (frame.document && events.some(({ type }) => type === 'error')) {
      const known = new Set(edits.map(({ start }) => start));
      const around = yield* restoreAround(frame.document, events, this.restoring);
      addAll(
        edits,
        around.filter(({ start }) => !known.has(start)),
      );
    }
    const { guard, isSpliced } = this.restoring;
    if (edits.length === 0 && frame.document && (isSpliced || !guard)) return frame;
    const all = frame.document ? dropEchoes(frame.document, edits, this.restoring) : edits;
    return { ...frame, edits: [...frame.edits, ...all], events };
  }

  private partOf(event: TextEvent): GrowingPart {
    let part = this.parts.get(event.part);
    if (!part) {
      const restorer = new TextRestorer(rulesOfPart(event.part, this.restoring));
      this.parts.set(event.part, (part = { restorer, sample: event }));
    }
    return part;
  }
}

/** A payload that says an error may echo the request anywhere; its texts are restored already. */
function* restoreAround(
  document: JsonDocument,
  events: readonly ReplyEvent[],
  restoring: Restoring,
): Steps<Edit[]> {
  const texts = new Set(
    events.flatMap((event) => (isText(event) && event.at ? [event.at.start] : [])),
  );
  return yield* restoreDocument(document, restoring, { skips: texts });
}

const addedFrame = (events: readonly ReplyEvent[]): ReplyFrame => ({
  document: null,
  edits: [],
  events,
});

/** Which parts end with these events: all, those of a choice, or single ones. */
function endingOf(
  events: readonly ReplyEvent[],
  { keepsThinking }: Restoring,
): (part: Part) => boolean {
  const choices = new Set<number>();
  const parts = new Set<Part>();
  for (const event of events) {
    if (event.type === 'done' || event.type === 'error') return () => true;
    if (event.type === 'finish') choices.add(event.choice);
    else if (event.type === 'part_end') parts.add(event.part);
    // What is signed stands before its signature, where its caller gives both back.
    else if (event.type === 'signature' && keepsThinking) parts.add(event.part);
  }
  return (part) => choices.has(part.choice) || parts.has(part);
}

const NONE = (): boolean => false;

/** What the model says in words, or thinks, ends where it goes on with something else; calls may grow side by side. */
function followedIn(events: readonly ReplyEvent[]): (part: Part) => boolean {
  const growing = new Set(
    events.flatMap((event) => (isText(event) || event.type === 'part_start' ? event.part : [])),
  );
  const choices = new Set([...growing].map(({ choice }) => choice));
  return (part) => choices.has(part.choice) && !growing.has(part) && !isCall(part);
}

/** Only texts that were emptied: nothing that a client would miss. */
function isSpent(
  document: JsonDocument | null,
  events: readonly ReplyEvent[],
  { texts }: Restoring,
): boolean {
  if (!events.every((event) => isBorder(event) || (isText(event) && event.delta === ''))) {
    return false;
  }
  return document === null || !texts.saysMore(document);
}

/** The name of a tool is told with a border, but such a payload says more than its texts. */
const isBorder = ({ type }: ReplyEvent): boolean =>
  type === 'start' || type === 'part_start' || type === 'part_end';
