import { replaceWithString, runAtOnce, type Edit } from '#kernel';
import {
  cumulativeTexts,
  namesTool,
  saysUntold,
  untoldTexts,
  type GrowingText,
  type ReplyFrame,
  type Span,
} from '#wire';
import { isText, type Restoring } from './restoring.js';
import { TextRestorer } from './text-restorer.js';
import { restoreDocument } from './whole-frame.js';

interface Growth {
  readonly restorer: TextRestorer;
  /** Where it grew last, to be sent again with what was held, and every text of that payload. */
  frame: ReplyFrame;
  node: Span;
  texts: readonly Span[];
}

/** Restores what a chunk says beside the texts that its events tell. */
export class UntoldStream {
  private readonly growths = new Map<string, Growth>();

  constructor(private readonly restoring: Restoring) {}

  /** The edits for one chunk; what its events tell is not touched. */
  restore(frame: ReplyFrame, isLast: boolean): Edit[] {
    const { document } = frame;
    if (!document || !(saysUntold(document.root) || namesTool(document.root))) return [];
    const told = frame.events.flatMap((event) => (isText(event) && event.at ? [event.at] : []));
    const growing = untoldTexts(document.root);
    const cumulative = cumulativeTexts(document.root);
    const texts = [...told, ...growing.map(({ node }) => node)];
    const handled = new Set([...texts, ...cumulative].map(({ start }) => start));
    const edits = runAtOnce(restoreDocument(document, this.restoring)).filter(
      ({ start, text }) => !handled.has(start) && text !== 'null',
    );
    for (const text of growing) {
      const delta = this.push(text, frame, texts) + (isLast ? this.take(text.key) : '');
      if (delta !== text.node.value) edits.push(replaceWithString(text.node, delta));
    }
    for (const node of cumulative) {
      const restorer = new TextRestorer(this.restoring.vault);
      const shown = restorer.push(node.value) + (isLast ? restorer.flush() : '');
      if (shown !== node.value) edits.push(replaceWithString(node, shown));
    }
    return edits;
  }

  /** What was held of all texts, each in the look of the chunk in which it grew last. */
  end(): ReplyFrame[] {
    const frames: ReplyFrame[] = [];
    for (const [key, { frame, node, texts }] of this.growths) {
      const held = this.take(key);
      if (held === '') continue;
      const edits = texts.map((text) =>
        replaceWithString(text, text.start === node.start ? held : ''),
      );
      frames.push({ document: frame.document, edits, events: [] });
    }
    return frames;
  }

  private push({ key, node }: GrowingText, frame: ReplyFrame, texts: readonly Span[]): string {
    let growth = this.growths.get(key);
    if (!growth) {
      const restorer = new TextRestorer(this.restoring.vault);
      this.growths.set(key, (growth = { restorer, frame, node, texts }));
    }
    Object.assign(growth, { frame, node, texts });
    return growth.restorer.push(node.value);
  }

  private take(key: string): string {
    const held = this.growths.get(key)?.restorer.flush() ?? '';
    this.growths.delete(key);
    return held;
  }
}
