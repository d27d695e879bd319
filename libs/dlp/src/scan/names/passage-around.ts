/** Of a line, what is looked at on each side of a name. */
const AROUND_CHARS = 160;

/** What a span stands in. Each part is prose or code as a whole, of some hundred characters at most. */
export class Surrounding {
  private readonly before: string;
  private readonly span: string;
  private readonly behind: string;

  constructor(
    private readonly text: string,
    private readonly start: number,
    end: number,
  ) {
    this.before = text.slice(Math.max(0, start - AROUND_CHARS), start);
    this.span = text.slice(start, end);
    this.behind = text.slice(end, end + AROUND_CHARS);
  }

  /** A sentence in a string of JSON or of code. */
  sentence(): string | undefined {
    return stringAround(this.before, this.span, this.behind);
  }

  /** The line, without the mark of an item of a list. */
  line(): string {
    const line = this.lineBefore() + this.span + this.lineBehind();
    const isItem = ITEM.test(line) && !isInComment(this.text, this.start);
    return isItem ? line.replace(ITEM, '') : line;
  }

  /** What stands between two tags of HTML. */
  content(): string | undefined {
    return contentAround(this.lineBefore(), this.span, this.lineBehind());
  }

  /** Where signs part the cells of a line. */
  cell(): string | undefined {
    return cellAround(this.lineBefore(), this.span, this.lineBehind());
  }

  private lineBefore(): string {
    const { before } = this;
    return before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1);
  }

  private lineBehind(): string {
    const newline = this.behind.search(/[\n\r]/);
    return newline < 0 ? this.behind : this.behind.slice(0, newline);
  }
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
