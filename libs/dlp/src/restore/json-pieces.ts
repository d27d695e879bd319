import { addAll } from '#kernel';
import type { Piece, PieceSource } from './piece-source.js';

const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const UNICODE_ESCAPE_CHARS = 6; // \u005f
const KEY_CHARS_MAX = 64; // What a longer key says of its value, its end does not say better.
const BLANKS = /\s+/g;
const NUMBER = /^[-+.\deE]*\d$/;

/**
 * JSON that arrives as text: arguments of a tool call, structured output. An escape may cut a
 * pseudonym, and a restored value may need escapes; all else stays as the model spelled it.
 */
export class JsonPieces implements PieceSource {
  private between: PieceSource;
  /** The string under way, as it reads; null between strings. */
  private inside: PieceSource | null = null;
  /** An escape whose end has not come yet. */
  private partialEscape = '';
  /** How the model spelled each character that is still held. */
  private spelled: string[] = [];
  /** The beginning of the last string: if a colon follows, what comes next is its value. */
  private key = '';
  /** The first signs behind it. */
  private gap = '';

  /**
   * @param newBetween what stands between strings
   * @param newText what stands in a string; both with the key before it
   */
  constructor(
    private readonly newBetween: (key: string) => PieceSource,
    private readonly newText: (key: string) => PieceSource,
  ) {
    this.between = newBetween('');
  }

  push(delta: string): Piece[] {
    const text = this.partialEscape + delta;
    this.partialEscape = '';
    const pieces: Piece[] = [];
    let at = 0;
    while (at < text.length) {
      const { decoded, end } = this.take(text, at);
      const current = this.inside ?? this.between;
      this.readKey(decoded);
      if (end >= text.length) {
        addAll(pieces, this.spell(current.push(decoded)));
        break;
      }
      addAll(pieces, this.spell(current.finish(decoded)));
      pieces.push({ source: '"' });
      this.turn();
      at = end + 1;
    }
    return pieces;
  }

  finish(delta: string): Piece[] {
    return [...this.push(delta), ...this.flush()];
  }

  flush(isCut?: boolean): Piece[] {
    const pieces = this.spell((this.inside ?? this.between).flush(isCut));
    if (this.partialEscape !== '') pieces.push({ source: this.partialEscape });
    this.partialEscape = '';
    return pieces;
  }

  pause(): Piece[] {
    return this.spell((this.inside ?? this.between).pause?.() ?? []);
  }

  /** A quote: a string begins, or it ends. */
  private turn(): void {
    if (this.inside) {
      this.inside = null;
      this.between = this.newBetween(this.key);
      this.gap = '';
    } else {
      this.inside = this.newText(this.gap === ':' ? this.key : '');
      this.key = '';
    }
  }

  /** Keeps the beginning of a string, and of what stands behind it. */
  private readKey(decoded: string): void {
    if (this.inside) this.key += decoded.slice(0, KEY_CHARS_MAX - this.key.length);
    else if (this.gap.length < 2) this.gap += decoded.replace(BLANKS, '').slice(0, 2);
  }

  /** Reads up to the next quote that is not escaped, or the end. */
  private take(text: string, from: number): { readonly decoded: string; readonly end: number } {
    let decoded = '';
    let at = from;
    while (at < text.length && text[at] !== '"') {
      const isEscape = this.inside !== null && text[at] === '\\';
      const length = isEscape ? escapeLength(text, at) : 1;
      const spelling = text.slice(at, at + length);
      if (spelling.length < length) {
        this.partialEscape = spelling;
        return { decoded, end: text.length };
      }
      at += length;
      this.spelled.push(spelling);
      decoded += isEscape ? decodeEscape(spelling) : spelling;
    }
    return { decoded, end: at };
  }

  private spell(pieces: readonly Piece[]): Piece[] {
    let taken = 0;
    const spelled = pieces.map(({ source, value }): Piece => {
      const spelling = this.spelled.slice(taken, taken + source.length).join('');
      taken += source.length;
      if (value === undefined) return { source: spelling };
      if (this.inside) return { source: spelling, value: JSON.stringify(value).slice(1, -1) };
      // No number takes the place of a number.
      const isQuoted = value !== '' && NUMBER.test(source);
      return { source: spelling, value: isQuoted ? JSON.stringify(value) : value };
    });
    this.spelled = this.spelled.slice(taken);
    return spelled;
  }
}

/** Two characters, or six with `\u`; two as well while the second one is still to come. */
const escapeLength = (text: string, at: number): number =>
  text[at + 1] === 'u' ? UNICODE_ESCAPE_CHARS : 2;

/** One UTF-16 unit each, so that characters and spellings stay in step; bad escapes count as one. */
function decodeEscape(spelling: string): string {
  const kind = spelling.charAt(1);
  if (kind !== 'u') return ESCAPES[kind] ?? kind;
  const code = Number.parseInt(spelling.slice(2), 16);
  return String.fromCharCode(Number.isNaN(code) ? 0xfffd : code);
}
