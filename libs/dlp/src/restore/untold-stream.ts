import { replaceWithString, type Edit, type Steps } from '#kernel';
import {
  cumulativeTexts,
  isLargeFrame,
  namesTool,
  saysUntold,
  untoldTexts,
  type ReplyFrame,
  type Span,
} from '#wire';
import { Growths } from './growths.js';
import { isText, type Restoring } from './restoring.js';
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
  private readonly growths: Growths<Place>;

  constructor(private readonly restoring: Restoring) {
    this.growths = new Growths(restoring.vault);
  }

  /** The edits for one chunk; what its events tell is not touched. */
  *restore(frame: ReplyFrame, isLast: boolean, isCut: boolean): Steps<Edit[]> {
    const { document } = frame;
    if (!document || !(saysUntold(document.root) || namesTool(document.root))) return [];
    const told = frame.events.flatMap((event) => (isText(event) && event.at ? [event.at] : []));
    const growing = untoldTexts(document.root);
    const cumulative = cumulativeTexts(document.root);
    const texts = [...told, ...growing.map(({ node }) => node)];
    const handled = new Set([...texts, ...cumulative].map(({ start }) => start));
    const restored = yield* restoreDocument(document, this.restoring);
    const edits = restored.filter(({ start, text }) => !handled.has(start) && text !== 'null');
    const endsTexts = isLast || isLargeFrame(frame); // What is held would repeat all of the frame.
    for (const { key, node } of growing) {
      const shown = yield* this.growths.push(key, node.value, { frame, node, texts });
      const delta = shown + (endsTexts ? this.growths.take(key, isCut) : '');
      if (delta !== node.value) edits.push(replaceWithString(node, delta));
    }
    for (const node of cumulative) {
      const restorer = new TextRestorer(this.restoring.vault);
      const shown = yield* restorer.pushSteps(node.value);
      const delta = shown + (isLast ? restorer.flush(isCut) : '');
      if (delta !== node.value) edits.push(replaceWithString(node, delta));
    }
    return edits;
  }

  /** What was held of all texts, each in the look of the chunk in which it grew last. */
  end(isCut: boolean): ReplyFrame[] {
    const everyText = () => true;
    return this.growths.takeAll(everyText, isCut).map(({ place: { frame, node, texts }, held }) => {
      const edits = texts.map((text) =>
        replaceWithString(text, text.start === node.start ? held : ''),
      );
      return { document: frame.document, edits, events: [] };
    });
  }
}
