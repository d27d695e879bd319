import { isLineBreak } from '../fold.js';

/** Of a line, what is looked at on each side of a name. */
const AROUND_CHARS = 160;

/** What a span stands in. Each part is prose or code as a whole, of some hundred characters at most. */
export class Surrounding {
  private readonly lineStart: number;
  private readonly lineEnd: number;

  constructor(
    private readonly text: string,
    private readonly start: number,
    private readonly end: number,
  ) {
    this.lineStart = lineStartBefore(text, start);
    this.lineEnd = lineEndBehind(text, end);
  }

  /** A sentence in a string of JSON or of code. */
  sentence(): string | undefined {
    const { text, start, end } = this;
    const before = text.slice(Math.max(0, start - AROUND_CHARS), start);
    return stringAround(before, this.span(), text.slice(end, end + AROUND_CHARS));
  }

  /** The line, without the mark of an item of a list. */
  line(): string {
    const line = this.text.slice(this.lineStart, this.lineEnd);
    const isItem = ITEM.test(line) && !isInComment(this.text, this.start);
    return isItem ? line.replace(ITEM, '') : line;
  }

  /** What stands between two tags of HTML. */
  content(): string | undefined {
    return contentAround(this.lineBefore(), this.span(), this.lineBehind());
  }

  /** Where signs part the cells of a line. */
  cell(): string | undefined {
    return cellAround(this.lineBefore(), this.span(), this.lineBehind());
  }

  private span(): string {
    return this.text.slice(this.start, this.end);
  }

  private lineBefore(): string {
    return this.text.slice(this.lineStart, this.start);
  }

  private lineBehind(): string {
    return this.text.slice(this.end, this.lineEnd);
  }
}

function lineStartBefore(text: string, start: number): number {
  const first = Math.max(0, start - AROUND_CHARS);
  let at = start;
  while (at > first && !isLineBreak(text.charCodeAt(at - 1))) at--;
  return at;
}

function lineEndBehind(text: string, end: number): number {
  const last = Math.min(text.length, end + AROUND_CHARS);
  let at = end;
  while (at < last && !isLineBreak(text.charCodeAt(at))) at++;
  return at;
}

/** A member, an item or an argument, up to its value: `"note": "`, `['`, `message="`. */
const BEFORE_STRING =
  /(?:["']\s{0,4}:\s{0,4}|[[,(=]\s{0,4})(?:"((?:[^"\\]|\\.){0,160})|'((?:[^'\\]|\\.){0,160}))$/;
const IN_DOUBLE = /^((?:[^"\\]|\\.){0,160})(?:"\s{0,4}(?:[,}\])]|\s|$)|$)/;
const IN_SINGLE = /^((?:[^'\\]|\\.){0,160})(?:'\s{0,4}(?:[,}\])]|\s|$)|$)/;
/** A sentence: two blanks between words. */
const SENTENCE = /\p{L}[.,;:!?]? \p{L}+[.,;:!?]? \S/u;

/** What is said in a string that a span stands in: a sentence there is none of the program's. */
function stringAround(before: string, span: string, behind: string): string | undefined {
  if (!before.includes('"') && !before.includes("'")) return undefined;
  const opened = BEFORE_STRING.exec(before);
  if (!opened) return undefined;
  const [, double, single] = opened;
  const closed = (double === undefined ? IN_SINGLE : IN_DOUBLE).exec(behind)?.[1];
  if (closed === undefined) return undefined;
  const said = `${double ?? single ?? ''}${span}${closed}`;
  return SENTENCE.test(said) ? said : undefined;
}

/** Elements that hold text for people. */
const ELEMENT =
  '<\\/?(?:a|b|blockquote|body|br|center|dd|div|dt|em|font|h[1-6]|i|li|p|small|span|strong|td|th|u)\\b[^<>]{0,120}>';
const BEFORE_CONTENT = new RegExp(`(?:^|(${ELEMENT})|>)([^<>]*)$`, 'i');
const BEHIND_CONTENT = new RegExp(`^([^<>]*)(?:$|(${ELEMENT})|<)`, 'i');

/** What stands between two tags, one of which is of an element that holds text for people. */
function contentAround(before: string, span: string, behind: string): string | undefined {
  const opened = BEFORE_CONTENT.exec(before);
  const closed = BEHIND_CONTENT.exec(behind);
  if (!opened || !closed || (opened[1] ?? closed[2]) === undefined) return undefined;
  return `${opened[2] ?? ''}${span}${closed[1] ?? ''}`;
}

const BEFORE_CELL = /(?:[|;\t])([^|;\t]*)$/;
const BEHIND_CELL = /^([^|;\t]*)[|;\t]/;

/** The cell of a table that a span stands in; the first and the last have a sign on one side only. */
function cellAround(before: string, span: string, behind: string): string | undefined {
  const opened = BEFORE_CELL.exec(before);
  const closed = BEHIND_CELL.exec(behind);
  if (!opened && !closed) return undefined;
  return `${opened?.[1] ?? before}${span}${closed?.[1] ?? behind}`.trim();
}

/** `* Anna Kowalska`: an item of a list, unless a comment is written so. */
const ITEM = /^\s*\*\s+/;
const COMMENT_CHARS = 2_048; // Longer comments with stars are rare.

function isInComment(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - COMMENT_CHARS), index);
  return before.lastIndexOf('/*') > before.lastIndexOf('*/');
}
