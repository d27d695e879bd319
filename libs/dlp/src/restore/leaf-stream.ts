import { replaceWithString, type Edit, type JsonString } from '#kernel';
import type { ReplyFrame } from '#wire';
import {
  growingLeaves,
  growsTexts,
  isFinished,
  isJson,
  sharesIdentity,
  typeOf,
  type GrowingLeaf,
} from './growing-leaves.js';
import { newRestorer, type Restoring } from './restoring.js';
import { restoreWhole, type Restorer } from './text-restorer.js';
import { dropLogprobs, restoreDocument, restoreWholeFrame } from './whole-frame.js';

/** A text that grows over frames. */
interface Growth {
  readonly restorer: Restorer;
  /** Where it grew last, to be sent again with what was held. */
  frame: ReplyFrame;
  node: JsonString;
}

/**
 * Restores a stream in a format that the gateway only forwards: no event names its texts, so a
 * text is told by the frame's type, its place in the frame and the ids around it.
 */
export class LeafStream {
  private readonly growths = new Map<string, Growth>();

  constructor(private readonly restoring: Restoring) {}

  *restore(frame: ReplyFrame): Generator<ReplyFrame> {
    const { document } = frame;
    const isEnd = frame.events.some(({ type }) => type === 'done' || type === 'error');
    if (!document) {
      if (isEnd) yield* this.end();
      yield this.withRaw(frame);
      return;
    }
    const type = typeOf(frame, document.root);
    if (isEnd || !growsTexts(type)) {
      yield* this.flush((growth) => isEnd || sharesIdentity(growth.frame, document.root));
      yield restoreWholeFrame(frame, this.restoring);
      return;
    }
    const leaves = growingLeaves(document.root, type);
    const isLast =
      frame.events.some((event) => event.type === 'finish') || isFinished(document.root);
    const deltas = leaves.map((leaf) => this.push(leaf, type, frame));
    if (isLast) {
      leaves.forEach(({ key }, index) => (deltas[index] += this.take(key)));
      yield* this.end();
    }
    yield this.withDeltas(frame, leaves, deltas);
  }

  *end(): Generator<ReplyFrame> {
    yield* this.flush(() => true);
  }

  private push({ key, name, node }: GrowingLeaf, type: string, frame: ReplyFrame): string {
    let growth = this.growths.get(key);
    if (!growth) {
      const restorer = newRestorer(isJson(name, type), this.restoring);
      this.growths.set(key, (growth = { restorer, frame, node }));
    }
    growth.frame = frame;
    growth.node = node;
    return growth.restorer.push(node.value);
  }

  /** Ends a text and returns what was held of it. */
  private take(key: string): string {
    const held = this.growths.get(key)?.restorer.flush() ?? '';
    this.growths.delete(key);
    return held;
  }

  private *flush(isEnding: (growth: Growth) => boolean): Generator<ReplyFrame> {
    for (const [key, growth] of this.growths) {
      if (!isEnding(growth)) continue;
      const held = this.take(key);
      if (held !== '') yield this.repeated(growth, held);
    }
  }

  /** The frame in which the text grew last, once more, with nothing in it but what was held. */
  private repeated({ frame, node }: Growth, held: string): ReplyFrame {
    const { document } = frame;
    if (!document) return frame;
    const leaves = growingLeaves(document.root, typeOf(frame, document.root));
    const deltas = leaves.map((leaf) => (leaf.node === node ? held : ''));
    return { ...this.withDeltas(frame, leaves, deltas), events: [] };
  }

  /** A payload that is no JSON is a text of its own. */
  private withRaw(frame: ReplyFrame): ReplyFrame {
    if (frame.raw === undefined) return frame;
    return { ...frame, raw: restoreWhole(newRestorer(false, this.restoring), frame.raw) };
  }

  private withDeltas(
    frame: ReplyFrame,
    leaves: readonly GrowingLeaf[],
    deltas: readonly string[],
  ): ReplyFrame {
    if (!frame.document) return frame;
    const growing = new Set(leaves.map(({ node }) => node.start));
    const edits: Edit[] = restoreDocument(frame.document, this.restoring).filter(
      (edit) => !growing.has(edit.start),
    );
    leaves.forEach(({ node }, index) => {
      const delta = deltas[index] ?? '';
      if (delta !== node.value) edits.push(replaceWithString(node, delta));
    });
    if (edits.length === 0) return frame;
    return { ...frame, edits: [...frame.edits, ...dropLogprobs(frame.document, edits)] };
  }
}
