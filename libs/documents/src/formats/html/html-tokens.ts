export interface HtmlTag {
  readonly kind: 'tag';
  /** In lower case. */
  readonly name: string;
  readonly isClosing: boolean;
  readonly isSelfClosing: boolean;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
}

export interface HtmlText {
  readonly kind: 'text';
  readonly text: string;
}

const TAG = /<(\/?)([a-z][^\s/>]*)/iy;
const ATTRIBUTE = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;
/** What is within them is text, whatever signs are in it. */
const RAW: ReadonlySet<string> = new Set(['script', 'style', 'textarea', 'title', 'xmp']);

/** Tags and texts of a page, in one pass over it; comments and definitions are left out. */
export function* tokensOf(html: string): Iterable<HtmlTag | HtmlText> {
  const lower = html.toLowerCase();
  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at);
    if (open < 0) {
      yield { kind: 'text', text: html.slice(at) };
      return;
    }
    if (open > at) yield { kind: 'text', text: html.slice(at, open) };
    const passed = passedBy(html, open);
    if (passed !== null) {
      at = passed;
      continue;
    }
    TAG.lastIndex = open;
    const match = TAG.exec(html);
    if (!match) {
      yield { kind: 'text', text: '<' };
      at = open + 1;
      continue;
    }
    const tag = tagAt(html, match, TAG.lastIndex);
    yield tag.token;
    at = tag.end;
    const { name, isClosing } = tag.token;
    if (isClosing || !RAW.has(name)) continue;
    const closing = lower.indexOf(`</${name}`, at);
    const end = closing < 0 ? html.length : closing;
    if (end > at) yield { kind: 'text', text: html.slice(at, end) };
    at = end;
  }
}

/** Behind a comment, a definition or an instruction; null where none begins. */
function passedBy(html: string, at: number): number | null {
  const ending = html.startsWith('<!--', at)
    ? '-->'
    : html.startsWith('<!', at) || html.startsWith('<?', at)
      ? '>'
      : null;
  if (ending === null) return null;
  const end = html.indexOf(ending, at);
  return end < 0 ? html.length : end + ending.length;
}

function tagAt(
  html: string,
  [, slash = '', name = '']: RegExpExecArray,
  from: number,
): { readonly token: HtmlTag; readonly end: number } {
  const attributes: { name: string; value: string }[] = [];
  let at = from;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(html);
    if (!match) break;
    const [, attribute = '', double, single, bare] = match;
    attributes.push({ name: attribute.toLowerCase(), value: double ?? single ?? bare ?? '' });
    at = ATTRIBUTE.lastIndex;
  }
  const close = html.indexOf('>', at);
  const end = close < 0 ? html.length : close + 1;
  const token: HtmlTag = {
    kind: 'tag',
    name: name.toLowerCase(),
    isClosing: slash === '/',
    isSelfClosing: html[end - 2] === '/',
    attributes,
  };
  return { token, end };
}
