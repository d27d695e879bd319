/** A text with the names in it that people marked: half-open spans in UTF-16 units, sorted. */
export interface Document {
  readonly text: string;
  readonly names: readonly MarkedName[];
}

export interface MarkedName {
  readonly kind: NameKind;
  readonly start: number;
  readonly end: number;
}

export type NameKind = 'person_name' | 'location' | 'organization';

export interface Sentence {
  readonly tokens: readonly string[];
  /** `O`, or `B-` and `I-` with `PER`, `LOC` or `ORG`. */
  readonly labels: readonly string[];
}

const KINDS: Readonly<Record<string, NameKind>> = {
  PER: 'person_name',
  LOC: 'location',
  ORG: 'organization',
};

/** Sentences of a paragraph, by the number of the paragraph; so texts have both kinds of joints. */
const PARAGRAPHS = [3, 1, 5, 2, 4];

const NO_SPACE_BEFORE = /^(?:[.,;:!?%…)\]}»”]|'s$|n't$|'[a-z]{1,2}$)/;
const NO_SPACE_BEHIND = /(?:^[([{«„¿¡]|^[\p{L}]{1,5}['’])$/u;
/** What corpora leave on a word that is not of the name. */
const TRAILING = /[.,;:!?"')\]»”]+$/;

/** Names of accounts, which some corpora mark as those of people. */
const HANDLE = /^[@#]/;

/** `O ' Neill`: corpora of chats part what people write as one. */
const isSplitName = (tokens: readonly string[], at: number): boolean =>
  tokens[at] === "'" && tokens[at - 1] === 'O' && /^\p{Lu}/u.test(tokens[at + 1] ?? '');

/** Sentences as running text, spaced as people write. */
export function documentOf(sentences: readonly Sentence[]): Document {
  let text = '';
  const names: MarkedName[] = [];
  let paragraph = 0;
  let left = PARAGRAPHS[0] as number;
  for (const { tokens, labels } of sentences) {
    let isQuoted = false;
    let open: { kind: NameKind; start: number } | null = null;
    const close = (end: number) => {
      if (open) pushTrimmed(names, text, open, end);
      open = null;
    };
    let glue = true;
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at] as string;
      const label = labels[at] as string;
      const end = text.length;
      const isQuote = token === '"';
      const hugsLeft =
        isSplitName(tokens, at) ||
        isSplitName(tokens, at - 1) ||
        (isQuote && isQuoted) ||
        (!isQuote && NO_SPACE_BEFORE.test(token));
      if (!glue && !hugsLeft) text += ' ';
      const isHandle = tokens[at - 1] === '@' || tokens[at - 1] === '#' || HANDLE.test(token);
      if (!label.startsWith('I-') || isHandle) close(end);
      const kind = isHandle ? undefined : KINDS[label.slice(2)];
      if (kind && !open) open = { kind, start: text.length };
      text += token;
      glue = token === '@' || token === '#' || isSplitName(tokens, at);
      glue ||= (isQuote && !isQuoted) || (!isQuote && NO_SPACE_BEHIND.test(token));
      if (isQuote) isQuoted = !isQuoted;
    }
    close(text.length);
    left--;
    if (left === 0) {
      text += '\n';
      left = PARAGRAPHS[++paragraph % PARAGRAPHS.length] as number;
    } else text += ' ';
  }
  return { text, names };
}

function pushTrimmed(
  names: MarkedName[],
  text: string,
  { kind, start }: { kind: NameKind; start: number },
  end: number,
): void {
  const value = text.slice(start, end).replace(TRAILING, '');
  if (value !== '' && !HANDLE.test(value)) names.push({ kind, start, end: start + value.length });
}
