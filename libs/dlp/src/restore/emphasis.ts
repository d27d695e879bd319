/** Emphasis of Markdown, and tags. */
const MARKS = /<(\/?)([a-z][a-z0-9]*)[^<>]*>|\*+|`+|~~/gi;
/** Tags that hold nothing: they part a word for its line to be broken. */
const EMPTY: ReadonlySet<string> = new Set(['br', 'wbr']);

/**
 * A value with the emphasis that stood within its pseudonym: what ends there (`**EMAIL**_P4TN8M`) is
 * put behind the value, what begins there (`EMAIL_**P4TN8M**`) in front of it, so that neither is left open.
 *
 * @param start of the label in `text`, @param codeAt of its code
 */
export function withEmphasis(value: string, text: string, start: number, codeAt: number): string {
  const before: string[] = [];
  const behind: string[] = [];
  for (const [mark, slash, tag] of text.slice(start, codeAt).matchAll(MARKS)) {
    const name = tag?.toLowerCase() ?? mark;
    if (EMPTY.has(name)) continue;
    const isEnd =
      tag === undefined
        ? before.includes(mark) || (text.endsWith(mark, start) && !behind.includes(mark))
        : slash === '/';
    const [own, other] = isEnd ? [behind, before] : [before, behind];
    const counterpart = other.findIndex((one) => (nameOf(one) ?? one) === name);
    if (counterpart >= 0) other.splice(counterpart, 1);
    else own.push(mark);
  }
  return [...before, value, ...behind].join('');
}

const nameOf = (mark: string): string | undefined =>
  /[a-z][a-z0-9]*/i.exec(mark)?.[0].toLowerCase();
