/** Words of a line and how they are set. */
export type Span =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em' | 'del'; readonly spans: readonly Span[] }
  | { readonly kind: 'link'; readonly href: string; readonly spans: readonly Span[] };

const FORMS =
  /(?<code>`+)(?<plain>.+?)\k<code>(?!`)|!?\[(?<label>[^\]\n]*)\]\((?<href>[^\s()]+)(?:\s+"[^"\n]*")?\)|(?<bold>\*\*|__)(?=\S)(?<strong>.+?\S??)\k<bold>|~~(?<del>[^~\n]+)~~|(?<slant>\*|(?<![\p{L}\p{N}])_)(?=\S)(?<em>[^*_\n]+?)\k<slant>(?![\p{L}\p{N}])/su;

/** What leads out of the page opens what a browser opens, and runs nothing. */
const SAFE = /^(?:https?:|mailto:)/i;

export function readSpans(source: string): Span[] {
  const spans: Span[] = [];
  let rest = source;
  for (let found = FORMS.exec(rest); found; found = FORMS.exec(rest)) {
    if (found.index > 0) spans.push({ kind: 'text', text: rest.slice(0, found.index) });
    spans.push(spanOf(found[0], found.groups ?? {}));
    rest = rest.slice(found.index + found[0].length);
  }
  if (rest !== '') spans.push({ kind: 'text', text: rest });
  return spans;
}

function spanOf(whole: string, groups: Readonly<Record<string, string | undefined>>): Span {
  const { plain, label, href, strong, del, em } = groups;
  if (plain !== undefined) return { kind: 'code', text: plain };
  if (strong !== undefined) return { kind: 'strong', spans: readSpans(strong) };
  if (del !== undefined) return { kind: 'del', spans: readSpans(del) };
  if (em !== undefined) return { kind: 'em', spans: readSpans(em) };
  if (href === undefined || !SAFE.test(href)) return { kind: 'text', text: whole };
  return { kind: 'link', href, spans: [{ kind: 'text', text: label || href }] };
}
