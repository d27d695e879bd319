import { replaceWithString, type Edit, type Steps } from '#kernel';
import {
  cumulativeTexts,
  isLargeFrame,
  namesTool,
  saysUntold,
  untoldTexts,
  type AnswerSort,
  type ReplyFrame,
  type Span,
} from '#wire';
import { Growths } from './growths.js';
import { isText, rulesOf, type Restoring } from './restoring.js';
import { TextRestorer } from './text-restorer.js';
import { restoreDocument } from './whole-frame.js';

/** Where a text grew, to be sent again with what was held, and every text of that payload. */
interface Place {
  readonly frame: ReplyFrame;
  readonly node: Span;
  readonly texts: readonly Span[];
}

/** Restores what a chunk says beside the texts that its events tell. */
export class UntoldStream {
  private readonly growths = new Growths<Place>();

  constructor(private readonly restoring: Restoring) {}

  /** The edits for one chunk; what its events tell is not touched. */
  *restore(frame: ReplyFrame, isLast: boolean, isCut: boolean): Steps<Edit[]> {
    const { document } = frame;
    if (!document || !(saysUntold(document.root) || namesTool(document.root))) return [];
    const told = frame.events.flatMap((event) => (isText(event) && event.at ? [event.at] : []));
    const growing = untoldTexts(document.root);
    const cumulative = cumulativeTexts(document.root);
    const texts = [...told, ...growing.map(({ node }) => node)];
    const handled = new Set([...texts, ...cumulative].map(({ start }) => start));
    const restored = yield* restoreDocument(document, this.restoring, { skips: handled });
    const edits = restored.filter(({ text }) => text !== 'null');
    const endsTexts = isLast || isLargeFrame(frame); // What is held would repeat all of the frame.
    for (const { key, node } of growing) {
      const rules = rulesOf(this.restoring, sortOfKey(key));
      const shown = yield* this.growths.push(key, node.value, { frame, node, texts }, rules);
      const delta = shown + (endsTexts ? this.growths.take(key, isCut) : '');
      if (delta !== node.value) edits.push(replaceWithString(node, delta));
    }
    for (const node of cumulative) {
      const restorer = new TextRestorer(rulesOf(this.restoring, 'text'));
      const shown = yield* restorer.pushSteps(node.value);
      const delta = shown + (isLast ? restorer.flush(isCut) : '');
      if (delta !== node.value) edits.push(replaceWithString(node, delta));
    }
    return edits;
  }

  /** What was held of all texts, each in the look of the chunk in which it grew last. */
  end(isCut: boolean): ReplyFrame[] {
    const everyText = () => true;
    return this.growths.takeAll(everyText, isCut).map(repeated);
  }

  /** The same of what need not be held for longer. */
  pause(): ReplyFrame[] {
    return this.growths.pause().map(repeated);
  }
}

function repeated({
  place: { frame, node, texts },
  held,
}: {
  place: Place;
  held: string;
}): ReplyFrame {
  const edits = texts.map((text) => replaceWithString(text, text.start === node.start ? held : ''));
  return { document: frame.document, edits, events: [] };
}

/** By the names that a chunk has for what its events do not tell. */
function sortOfKey(key: string): AnswerSort {
  if (key.endsWith('.transcript')) return 'transcript';
  return /\.(?:reasoning|detail)\b/.test(key) ? 'thinking' : 'text';
}
