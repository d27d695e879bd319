import type { Vault } from '../pseudonyms/vault.js';
import { FOREIGN_LABEL_CHARS_MAX } from '../limits.js';
import { CODE_CHARS } from '../pseudonyms/code.js';
import { AddressTail } from './addresses.js';
import { FOLLOWING_CHARS } from './restore-hosts.js';
import { findPseudonyms, fragmentFrom, heldFrom } from './find-pseudonyms.js';
import type { Piece, PieceSource } from './piece-source.js';

/** Text already let go that is still looked at: word boundary, length of a foreign label. */
const CONTEXT_CHARS = FOREIGN_LABEL_CHARS_MAX + 2 * CODE_CHARS;

/**
 * One growing text. Lets go of everything but an end that may still become a pseudonym, so that
 * the pieces, however the text was cut, add up to what restoring it whole would give.
 */
export class RestoreWindow implements PieceSource {
  private text = '';
  /** Everything before was let go. */
  private from = 0;
  private readonly tail: AddressTail;

  /** @param isValue whoever gets the text takes all of it for an address if it begins like one */
  constructor(
    private readonly vault: Vault,
    isValue = false,
  ) {
    this.tail = new AddressTail(isValue);
  }

  push(delta: string): Piece[] {
    this.text += delta;
    const before = this.from;
    const pieces = this.release(heldFrom(this.text, this.from, this.vault), false);
    this.noteUnresolved(before, false);
    const dropped = Math.max(0, this.from - CONTEXT_CHARS);
    this.text = this.text.slice(dropped);
    this.from -= dropped;
    return pieces;
  }

  /** The next push begins a new text. */
  finish(delta: string): Piece[] {
    this.text += delta;
    return this.flush();
  }

  /** The next push begins a new text. */
  flush(isCut = false): Piece[] {
    this.noteUnresolved(this.from, !isCut);
    const end = isCut ? fragmentFrom(this.text, this.from, this.vault) : this.text.length;
    const pieces = this.release(end, true);
    if (end < this.text.length) pieces.push({ source: this.text.slice(end), value: '' });
    this.text = '';
    this.from = 0;
    return pieces;
  }

  /** A word that was let go as far as it had come is seen once it has ended. @param from what was looked at before */
  private noteUnresolved(from: number, isWhole: boolean): void {
    this.vault.noteUnresolved(this.text, Math.max(0, from - CONTEXT_CHARS), isWhole);
  }

  /** @param isWhole no more comes */
  private release(heldFromHere: number, isWhole: boolean): Piece[] {
    const pieces: Piece[] = [];
    let held = heldFromHere;
    for (const { start, end, code, value } of findPseudonyms(this.text, this.from, this.vault)) {
      if (start >= held) break;
      this.letGo(pieces, start);
      const following = this.text.slice(end, end + FOLLOWING_CHARS);
      const mayFollow = !isWhole && following.length < FOLLOWING_CHARS;
      const verdict = this.vault.hosts.judge(
        this.tail.open(),
        code,
        value,
        mayFollow ? null : following,
      );
      if (verdict === 'wait') {
        held = start;
        break;
      }
      const source = this.text.slice(start, end);
      if (verdict === 'restore') {
        pieces.push({ source, value });
        this.vault.noteRestored(code);
        this.tail.push(value);
      } else {
        pieces.push({ source });
        this.vault.noteWithheld(code);
        this.tail.push(source);
      }
      this.from = end;
      // The end of a whole pseudonym is not the beginning of another.
      if (end > held) held = heldFrom(this.text, end, this.vault);
    }
    this.letGo(pieces, held);
    return pieces;
  }

  /** What stands before `to` goes on as it came. */
  private letGo(pieces: Piece[], to: number): void {
    if (to <= this.from) return;
    const source = this.text.slice(this.from, to);
    pieces.push({ source });
    this.tail.push(source);
    this.from = to;
  }
}
