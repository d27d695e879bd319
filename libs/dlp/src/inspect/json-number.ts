/** Texts that hold JSON: results of tools, arguments of calls. */
export const looksLikeJson = (text: string): boolean =>
  /^\s*[[{]/.test(text.slice(0, 64)) && /[\]}]\s*$/.test(text.slice(-64));

const BEFORE_VALUE = /[:,[]\s*$/;
const BEHIND_VALUE = /^\s*[,}\]]/;
const AROUND_CHARS = 64; // As far as anyone indents.
const BACKSLASHES_MAX = 31; // JSON five strings deep; a longer run escapes nothing.
const BACKSLASH = 0x5c;

/**
 * The quotes that a word needs which takes the place of a number in a JSON text. Asked for one place
 * behind the other, so that no part of the text is searched twice.
 */
export class NumberQuotes {
  private searched = 0;
  /** The last quote before `searched` with the backslashes in front of it. */
  private quote = '"';

  constructor(private readonly text: string) {}

  /** As quotes are written at that depth; empty where the word takes the place of anything else. */
  around(start: number, end: number): string {
    const { text } = this;
    if (!/^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text.slice(start, end))) return '';
    if (!BEFORE_VALUE.test(text.slice(Math.max(0, start - AROUND_CHARS), start))) return '';
    if (!BEHIND_VALUE.test(text.slice(end, end + AROUND_CHARS))) return '';
    this.searchTo(start);
    return this.quote;
  }

  private searchTo(end: number): void {
    const quote = this.text.slice(this.searched, end).lastIndexOf('"');
    if (quote >= 0) this.quote = escapedQuote(this.text, this.searched + quote);
    this.searched = end;
  }
}

function escapedQuote(text: string, at: number): string {
  let from = at;
  while (text.charCodeAt(from - 1) === BACKSLASH) {
    if (at - --from > BACKSLASHES_MAX) return '"';
  }
  return text.slice(from, at + 1);
}
