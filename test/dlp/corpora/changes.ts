import type { Sentence } from './document.js';

/** What is written as one word in Portuguese, and stands as two in its treebank. */
const CONTRACTIONS: ReadonlyMap<string, string> = new Map(
  [
    ['de', 'd'],
    ['em', 'n'],
    ['por', 'pel'],
  ].flatMap(([preposition, front]) =>
    ['o', 'a', 'os', 'as'].map((article): [string, string] => [
      `${preposition} ${article}`,
      `${front}${article}`,
    ]),
  ),
);
const MORE_CONTRACTIONS: ReadonlyMap<string, string> = new Map([
  ['a o', 'ao'],
  ['a os', 'aos'],
  ['a a', '\u00e0'],
  ['a as', '\u00e0s'],
  ['de este', 'deste'],
  ['de esta', 'desta'],
  ['de ele', 'dele'],
  ['de ela', 'dela'],
  ['em este', 'neste'],
  ['em esta', 'nesta'],
]);

/** `de o` as `do`. */
export function contract({ tokens, labels }: Sentence): Sentence {
  const read: string[] = [];
  const readLabels: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const first = tokens[at] as string;
    const pair = `${first} ${tokens[at + 1] ?? ''}`;
    const lower = pair.charAt(0).toLowerCase() + pair.slice(1);
    const joined = CONTRACTIONS.get(lower) ?? MORE_CONTRACTIONS.get(lower);
    const [label, next] = [labels[at] as string, labels[at + 1] ?? 'O'];
    if (joined === undefined || next.startsWith('B-')) {
      read.push(first);
      readLabels.push(label);
      continue;
    }
    const isCapital = first !== first.toLowerCase();
    read.push(isCapital ? joined.charAt(0).toUpperCase() + joined.slice(1) : joined);
    readLabels.push(label);
    at++;
  }
  return { tokens: read, labels: readLabels };
}

const CAPITAL = /^\p{Lu}/u;

/** Persons that are meant but not named (`the president`) are marked, too: what begins small is cut. */
export function withoutMentions({ tokens, labels }: Sentence): Sentence {
  let isOpen = false;
  const changed = labels.map((label, at) => {
    if (!label.endsWith('PER')) {
      isOpen = false;
      return label;
    }
    if (label.startsWith('B-')) isOpen = false;
    if (isOpen) return 'I-PER';
    if (!CAPITAL.test(tokens[at] as string)) return 'O';
    isOpen = true;
    return 'B-PER';
  });
  return { tokens, labels: changed };
}
