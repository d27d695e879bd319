import { addAll } from '#kernel';
import type { Piece, PieceSource } from './piece-source.js';

/** Of a line, as much as tells a fence and its language; blanks and quote marks before it are not counted. */
const HEAD_CHARS = 64;
const OPENING = /^(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})([^`]*)$/;
const CLOSING = /^(`{3,}|~{3,})\s*$/;
const INDENTS: ReadonlySet<string> = new Set(' \t>');

/**
 * Prose with fenced code in it, as Markdown has it. What stands between two fences is a text of its own,
 * which may be JSON. Fences are lines, so nothing is held to find them.
 */
export class FencedText implements PieceSource {
  private current: PieceSource;
  /** The one that is open. */
  private fence: string | null = null;
  /** Of the line under way. */
  private head = '';

  /** @param newCode what stands behind a fence with these words */
  constructor(
    private readonly newProse: () => PieceSource,
    private readonly newCode: (words: string) => PieceSource,
  ) {
    this.current = newProse();
  }

  push(delta: string): Piece[] {
    const { pieces, rest } = this.take(delta);
    addAll(pieces, this.current.push(rest));
    return pieces;
  }

  finish(delta: string): Piece[] {
    const { pieces, rest } = this.take(delta);
    addAll(pieces, this.current.finish(rest));
    return pieces;
  }

  flush(isCut?: boolean): Piece[] {
    return this.current.flush(isCut);
  }

  pause(): Piece[] {
    return this.current.pause?.() ?? [];
  }

  /** All up to the last fence; the rest goes on in what is open now. */
  private take(delta: string): { readonly pieces: Piece[]; readonly rest: string } {
    const pieces: Piece[] = [];
    let from = 0;
    let at = 0;
    for (let end = delta.indexOf('\n'); end >= 0; end = delta.indexOf('\n', at)) {
      this.look(delta, at, end);
      at = end + 1;
      const next = this.behindLine();
      this.head = '';
      if (!next) continue;
      addAll(pieces, this.current.finish(delta.slice(from, at)));
      this.current = next;
      from = at;
    }
    this.look(delta, at, delta.length);
    return { pieces, rest: from === 0 ? delta : delta.slice(from) };
  }

  private look(delta: string, from: number, to: number): void {
    const room = HEAD_CHARS - this.head.length;
    if (room === 0 || from === to) return;
    let start = from;
    if (this.head === '') while (start < to && INDENTS.has(delta.charAt(start))) start++;
    this.head += delta.slice(start, Math.min(to, start + room));
  }

  /** What begins behind the line that has ended, if it was a fence. */
  private behindLine(): PieceSource | null {
    const { fence, head } = this;
    if (fence === null) {
      const [, opening, words = ''] = OPENING.exec(head) ?? [];
      if (opening === undefined) return null;
      this.fence = opening;
      return this.newCode(words);
    }
    if (CLOSING.exec(head)?.[1]?.startsWith(fence) !== true) return null;
    this.fence = null;
    return this.newProse();
  }
}
