import type { Vault } from '../pseudonyms/vault.js';
import { RestoreWindow, type Piece } from './restore-window.js';
import type { Restorer } from './text-restorer.js';

const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const UNICODE_ESCAPE_CHARS = 6; // \u005f

/**
 * Restores JSON that arrives as text: arguments of a tool call, structured output. An escape may
 * cut a pseudonym, and a restored value may need escapes; all else stays as the model spelled it.
 */
export class JsonRestorer implements Restorer {
  private readonly window: RestoreWindow;
  private isInString = false;
  /** An escape whose end has not come yet. */
  private partialEscape = '';
  /** How the model spelled each character that the window still holds. */
  private spelled: string[] = [];

  constructor(vault: Vault) {
    this.window = new RestoreWindow(vault);
  }

  push(delta: string): string {
    const text = this.partialEscape + delta;
    this.partialEscape = '';
    let restored = '';
    let at = 0;
    while (at < text.length) {
      const { decoded, end } = this.take(text, at);
      restored += this.write(this.window.push(decoded));
      if (end >= text.length) break;
      restored += `${this.write(this.window.flush())}"`;
      this.isInString = !this.isInString;
      at = end + 1;
    }
    return restored;
  }

  flush(): string {
    const restored = this.write(this.window.flush()) + this.partialEscape;
    this.partialEscape = '';
    return restored;
  }

  /** Reads up to the next quote that is not escaped, or the end. */
  private take(text: string, from: number): { readonly decoded: string; readonly end: number } {
    let decoded = '';
    let at = from;
    while (at < text.length && text[at] !== '"') {
      const isEscape = this.isInString && text[at] === '\\';
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

  private write(pieces: readonly Piece[]): string {
    let text = '';
    let taken = 0;
    for (const { source, value } of pieces) {
      const spelling = this.spelled.slice(taken, taken + source.length).join('');
      taken += source.length;
      if (value === undefined) text += spelling;
      else text += this.isInString ? JSON.stringify(value).slice(1, -1) : value;
    }
    this.spelled = this.spelled.slice(taken);
    return text;
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
