import { replaceWithString, runAtOnce, type Edit, type JsonNode, type JsonString } from '#kernel';
import {
  endsItsTexts,
  growingTexts,
  growsTexts,
  payloadType,
  speaksOfSameItem,
  type GrowingText,
  type ReplyFrame,
} from '#wire';
import { Growths } from './growths.js';
import type { Restoring } from './restoring.js';
import { restoreWhole } from './text-restorer.js';
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
  private readonly growths: Growths<Place>;

  constructor(private readonly restoring: Restoring) {
    this.growths = new Growths(restoring.vault);
  }

  restore(frame: ReplyFrame): readonly ReplyFrame[] {
    const { document } = frame;
    const isEnd = frame.events.some(({ type }) => type === 'done' || type === 'error');
    if (!document) return [...(isEnd ? this.end() : []), this.withRaw(frame)];
    const type = payloadType(frame, document.root);
    if (isEnd || !growsTexts(type)) {
      const ended = (place: Place) => isEnd || speaksOfSameItem(place.frame, document.root);
      return [...this.flush(ended), runAtOnce(restoreWholeFrame(frame, this.restoring))];
    }
    const texts = growingTexts(document.root, type);
    const deltas = texts.map(({ key, node }) =>
      this.growths.push(key, node.value, { frame, node }),
    );
    if (!isLast(frame, document.root)) return [this.withDeltas(frame, texts, deltas)];
    texts.forEach(({ key }, index) => (deltas[index] += this.growths.take(key)));
    return [...this.end(), this.withDeltas(frame, texts, deltas)];
  }

  end(): readonly ReplyFrame[] {
    return this.flush(() => true);
  }

  private flush(isEnding: (place: Place) => boolean): ReplyFrame[] {
    return this.growths.takeAll(isEnding).map(({ place, held }) => this.repeated(place, held));
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
  private withRaw(frame: ReplyFrame): ReplyFrame {
    if (frame.raw === undefined) return frame;
    return { ...frame, raw: runAtOnce(restoreWhole(this.restoring.vault, frame.raw)) };
  }

  private withDeltas(
    frame: ReplyFrame,
    texts: readonly GrowingText[],
    deltas: readonly string[],
  ): ReplyFrame {
    if (!frame.document) return frame;
    const growing = new Set(texts.map(({ node }) => node.start));
    const edits: Edit[] = runAtOnce(restoreDocument(frame.document, this.restoring)).filter(
      (edit) => !growing.has(edit.start),
    );
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

/** The frame ends its texts itself. */
const isLast = (frame: ReplyFrame, root: JsonNode): boolean =>
  frame.events.some((event) => event.type === 'finish') || endsItsTexts(root);
