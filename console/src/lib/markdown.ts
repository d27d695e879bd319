/**
 * What of Markdown models write: enough to read an answer by, also one that has only half arrived. It makes no
 * HTML: a tag is a text, and an image is a link to it, since nothing is to be fetched from elsewhere.
 */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'list';
      readonly start: number | null;
      readonly items: readonly (readonly Block[])[];
    }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly string[][] }
  | { readonly kind: 'rule' };

const DEPTH_MAX = 8; // Deeper than anybody reads; an answer may nest as it likes.
const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^`]*)$/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/;
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-*+]|(\d{1,9})[.)])(?:\s+|$)/;
const DIVIDER = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

export function readMarkdown(source: string, depth = 0): Block[] {
  const lines = source.split(/\r?\n/);
  if (depth > DEPTH_MAX) return [{ kind: 'text', text: source }];
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      at++;
      continue;
    }
    const taken =
      fence(lines, at) ??
      heading(line) ??
      quote(lines, at, depth) ??
      list(lines, at, depth) ??
      table(lines, at) ??
      paragraph(lines, at);
    blocks.push(taken.block);
    at += taken.lines;
  }
  return blocks;
}

interface Taken {
  readonly block: Block;
  readonly lines: number;
}

/** One that is not closed goes on to the end: its rest is still on the way. */
function fence(lines: readonly string[], at: number): Taken | undefined {
  const [, marks = '', language = ''] = FENCE.exec(lines[at] ?? '') ?? [];
  if (marks === '') return undefined;
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => {
    const text = line.trim();
    return text.startsWith(marks) && text.replaceAll(marks[0] ?? '', '') === '';
  });
  const text = (end < 0 ? rest : rest.slice(0, end)).join('\n');
  const count = end < 0 ? rest.length + 1 : end + 2;
  return { block: { kind: 'code', language: language.trim(), text }, lines: count };
}

function heading(line: string): Taken | undefined {
  if (RULE.test(line)) return { block: { kind: 'rule' }, lines: 1 };
  const [, marks, text] = HEADING.exec(line) ?? [];
  return marks === undefined || text === undefined
    ? undefined
    : { block: { kind: 'heading', level: marks.length, text }, lines: 1 };
}

function quote(lines: readonly string[], at: number, depth: number): Taken | undefined {
  const count = countWhile(lines, at, (line) => QUOTE.test(line));
  if (count === 0) return undefined;
  const inner = lines.slice(at, at + count).map((line) => line.replace(QUOTE, ''));
  return {
    block: { kind: 'quote', blocks: readMarkdown(inner.join('\n'), depth + 1) },
    lines: count,
  };
}

/** An item goes on with what is indented below it. */
function list(lines: readonly string[], at: number, depth: number): Taken | undefined {
  const first = ITEM.exec(lines[at] ?? '');
  if (!first) return undefined;
  const start = first[3] === undefined ? null : Number(first[3]);
  const items: string[][] = [];
  let end = at;
  for (; end < lines.length; end++) {
    const line = lines[end] ?? '';
    const item = ITEM.exec(line);
    const isSame = item && isBeside(first, item) && (item[3] === undefined) === (start === null);
    if (isSame && !RULE.test(line)) items.push([line.slice(item[0].length)]);
    else if (/^\s{2,}\S/.test(line)) items.at(-1)?.push(line.replace(/^\s{2,4}/, ''));
    else if (line.trim() === '' && isOn(lines[end + 1])) items.at(-1)?.push('');
    else break;
  }
  const read = items.map((item) => readMarkdown(item.join('\n'), depth + 1));
  return { block: { kind: 'list', start, items: read }, lines: end - at };
}

/** Two columns further in it is a list within the item. */
const isBeside = (first: RegExpExecArray, item: RegExpExecArray): boolean =>
  (item[1] ?? '').length < (first[1] ?? '').length + 2;

const isOn = (line: string | undefined): boolean =>
  line !== undefined && (/^\s{2,}\S/.test(line) || ITEM.test(line));

function table(lines: readonly string[], at: number): Taken | undefined {
  const [head = '', divider = ''] = lines.slice(at, at + 2);
  if (!head.includes('|') || !divider.includes('|') || !DIVIDER.test(divider)) return undefined;
  const count = countWhile(lines, at + 2, (line) => line.includes('|'));
  const rows = lines.slice(at + 2, at + 2 + count).map(cells);
  return { block: { kind: 'table', head: cells(head), rows }, lines: count + 2 };
}

const cells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

function paragraph(lines: readonly string[], at: number): Taken {
  const begins = (line: string) =>
    line.trim() === '' || [FENCE, HEADING, RULE, QUOTE, ITEM].some((form) => form.test(line));
  const more = countWhile(lines, at + 1, (line) => !begins(line));
  const text = lines.slice(at, at + 1 + more).join('\n');
  return { block: { kind: 'text', text }, lines: 1 + more };
}

function countWhile(lines: readonly string[], at: number, fits: (line: string) => boolean): number {
  const end = lines.findIndex((line, index) => index >= at && !fits(line));
  return (end < 0 ? lines.length : end) - at;
}
