import { replaceWithString, runAtOnce, type JsonNode, type JsonString, type Steps } from '#kernel';
import {
  cumulativeTexts,
  endsItsTexts,
  growingTexts,
  growsTexts,
  isLargeFrame,
  payloadType,
  sortOfType,
  speaksOfSameItem,
  type GrowingText,
  type ReplyFrame,
} from '#wire';
import { Growths } from './growths.js';
import { breaksOff, rulesOf, type Restoring } from './restoring.js';
import { restoreWhole, TextRestorer } from './text-restorer.js';
import { dropEchoes, restoreDocument, restoreWholeFrame } from './whole-frame.js';

/** Where a text grew, to be sent again with what was held. */
interface Place {
  readonly frame: ReplyFrame;
  readonly node: JsonString;
}

/**
 * Restores a stream in a format that the gateway only forwards: no event names its texts, so a
 * text is told by the frame's type, its place in the frame and the ids around it.
 */
export class ForwardedStream {
  private readonly growths = new Growths<Place>();

  constructor(private readonly restoring: Restoring) {}

  *restore(frame: ReplyFrame): Steps<readonly ReplyFrame[]> {
    const { document } = frame;
    const isEnd = frame.events.some(({ type }) => type === 'done' || type === 'error');
    const isCut = breaksOff(frame);
    if (!document) {
      return [...(isEnd ? this.flush(EVERY, isCut) : []), yield* this.withRaw(frame)];
    }
    const type = payloadType(frame, document.root);
    const isLarge = isLargeFrame(frame); // No piece of a text, and what is held would repeat it.
    if (isEnd || isLarge || !growsTexts(type)) {
      const ended = (place: Place) =>
        isEnd || isLarge || speaksOfSameItem(place.frame, document.root);
      return [...this.flush(ended, isCut), yield* restoreWholeFrame(frame, this.restoring)];
    }
    if (isSound(type)) return [this.withoutGuard(frame)];
    const rules = rulesOf(this.restoring, sortOfType(type));
    const texts = [...growingTexts(document.root, type)];
    const deltas: string[] = [];
    for (const { key, node } of texts) {
      deltas.push(yield* this.growths.push(key, node.value, { frame, node }, rules));
    }
    for (const node of cumulativeTexts(document.root)) {
      const restorer = new TextRestorer(rules);
      const shown = yield* restorer.pushSteps(node.value);
      texts.push({ key: '', name: '', node });
      deltas.push(shown + (isLast(frame, document.root) ? restorer.flush() : ''));
    }
    if (!isLast(frame, document.root)) return [this.withDeltas(frame, texts, deltas)];
    texts.forEach(({ key }, index) => (deltas[index] += this.growths.take(key)));
    return [...this.flush(EVERY, false), this.withDeltas(frame, texts, deltas)];
  }

  /** The stream broke off. */
  end(): readonly ReplyFrame[] {
    return this.flush(EVERY, true);
  }

  /** The model takes its time: what need not be held for longer. */
  pause(): readonly ReplyFrame[] {
    return this.growths.pause().map(({ place, held }) => this.repeated(place, held));
  }

  /** Bytes of sound, which nobody can look into. */
  private withoutGuard(frame: ReplyFrame): ReplyFrame {
    this.restoring.guard?.markUnscanned();
    return frame;
  }

  private flush(isEnding: (place: Place) => boolean, isCut: boolean): ReplyFrame[] {
    const taken = this.growths.takeAll(isEnding, isCut);
    return taken.map(({ place, held }) => this.repeated(place, held));
  }

  /** The frame in which the text grew last, once more, with nothing in it but what was held. */
  private repeated({ frame, node }: Place, held: string): ReplyFrame {
    const { document } = frame;
    if (!document) return frame;
    const texts = growingTexts(document.root, payloadType(frame, document.root));
    const deltas = texts.map((text) => (text.node === node ? held : ''));
    return { ...this.withDeltas(frame, texts, deltas), events: [] };
  }

  /** A payload that is no JSON is a text of its own. */
  private *withRaw(frame: ReplyFrame): Steps<ReplyFrame> {
    if (frame.raw === undefined) return frame;
    return { ...frame, raw: yield* restoreWhole(rulesOf(this.restoring, 'text'), frame.raw) };
  }

  private withDeltas(
    frame: ReplyFrame,
    texts: readonly GrowingText[],
    deltas: readonly string[],
  ): ReplyFrame {
    if (!frame.document) return frame;
    const growing = new Set(texts.map(({ node }) => node.start));
    const edits = runAtOnce(restoreDocument(frame.document, this.restoring, { skips: growing }));
    texts.forEach(({ node }, index) => {
      const delta = deltas[index] ?? '';
      if (delta !== node.value) edits.push(replaceWithString(node, delta));
    });
    if (edits.length === 0) return frame;
    return {
      ...frame,
      edits: [...frame.edits, ...dropEchoes(frame.document, edits, this.restoring)],
    };
  }
}

const EVERY = (): boolean => true;

/** `response.audio.delta` and its like, but not their transcripts. */
const isSound = (type: string): boolean => /\baudio\b/.test(type) && !type.includes('transcript');

/** The frame ends its texts itself. */
const isLast = (frame: ReplyFrame, root: JsonNode): boolean =>
  frame.events.some((event) => event.type === 'finish') || endsItsTexts(root);
