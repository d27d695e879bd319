import { addAll } from '#kernel';
import { HIDDEN_RUN_MAX } from '../limits.js';
import type { Vault } from '../pseudonyms/vault.js';
import type { Piece, PieceSource } from './piece-source.js';
import { RestoreWindow } from './restore-window.js';

/** Characters that nothing shows: soft hyphen, zero-width, direction marks, joiners, invisible operators. */
const HIDDEN = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/;
/** Stretches of hidden characters, and of others. */
const STRETCHES =
  /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+|[^\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+/g;

interface Hidden {
  /** Held visible characters in front of them. */
  readonly at: number;
  readonly text: string;
}

/**
 * Looks for pseudonyms in what is visible of a text. Hidden characters keep their place, but for those
 * within a pseudonym, which go with it; more than a few in a row part the text.
 */
export class VisibleText implements PieceSource {
  private readonly window: RestoreWindow;
  /** Those behind or within what is held, in their order. */
  private hidden: Hidden[] = [];
  /** Visible characters that the window holds, or is about to be given. */
  private held = 0;
  /** Length of the hidden stretch that the text ends in. */
  private run = 0;

  /** @param isValue see `RestoreWindow` */
  constructor(vault: Vault, isValue = false) {
    this.window = new RestoreWindow(vault, isValue);
  }

  push(delta: string): Piece[] {
    const { pieces, visible } = this.hide(delta);
    const woven = this.weave(this.window.push(visible));
    return pieces.length === 0 ? woven : [...pieces, ...woven];
  }

  finish(delta: string): Piece[] {
    const { pieces, visible } = this.hide(delta);
    this.run = 0;
    const woven = this.weave(this.window.finish(visible));
    return pieces.length === 0 ? woven : [...pieces, ...woven];
  }

  flush(isCut?: boolean): Piece[] {
    this.run = 0;
    return this.weave(this.window.flush(isCut));
  }

  /** Takes the hidden characters out, with their places. */
  private hide(delta: string): { readonly pieces: Piece[]; readonly visible: string } {
    if (delta !== '' && !HIDDEN.test(delta)) {
      this.run = 0;
      this.held += delta.length;
      return { pieces: [], visible: delta };
    }
    const pieces: Piece[] = [];
    let visible = '';
    for (const stretch of delta.match(STRETCHES) ?? []) {
      if (!HIDDEN.test(stretch)) {
        this.run = 0;
        this.held += stretch.length;
        visible += stretch;
        continue;
      }
      this.run += stretch.length;
      if (this.run <= HIDDEN_RUN_MAX) this.hidden.push({ at: this.held, text: stretch });
      else {
        // As many as this hide no pseudonym, and are not to be held.
        addAll(pieces, this.weave(this.window.finish(visible)));
        pieces.push({ source: stretch });
        visible = '';
      }
    }
    return { pieces, visible };
  }

  /** The window's pieces, with what was hidden in its place. */
  private weave(pieces: Piece[]): Piece[] {
    const { hidden } = this;
    if (hidden.length === 0) {
      for (const { source } of pieces) this.held -= source.length;
      return pieces;
    }
    const woven: Piece[] = [];
    let next = 0;
    const takeUpTo = (place: number): string => {
      let text = '';
      for (; (hidden[next]?.at ?? Infinity) <= place; next++) text += hidden[next]?.text ?? '';
      return text;
    };
    let released = 0;
    for (const { source, value } of pieces) {
      const before = takeUpTo(released);
      if (before !== '') woven.push({ source: before });
      let spelled = '';
      let at = 0;
      for (let one = hidden[next]; one && one.at < released + source.length; one = hidden[next]) {
        spelled += source.slice(at, one.at - released) + one.text;
        at = one.at - released;
        next++;
      }
      spelled += source.slice(at);
      woven.push(value === undefined ? { source: spelled } : { source: spelled, value });
      released += source.length;
    }
    this.held -= released;
    const behind = this.held === 0 ? takeUpTo(released) : '';
    if (behind !== '') woven.push({ source: behind });
    this.hidden = hidden.slice(next).map(({ at, text }) => ({ at: at - released, text }));
    return woven;
  }
}
