import { specOf } from '#contract';
import { seeded } from '../../support/seeded.js';
import { findingsIn } from './engine.js';
import {
  addCounts,
  fOf,
  noCounts,
  precisionOf,
  recallOf,
  type Counts,
  type Row,
  type Section,
} from './figures.js';
import { ALNUM, charsOf, DIGITS, HEX, pick, uuidOf } from './kinds/draw.js';
import { CONTEXTS, DECOYS } from './secrets/contexts.js';
import { FORMATS, type SecretFormat } from './secrets/formats.js';

const RECALL_AIM = 0.85;
const PRECISION_AIM = 0.95;
const DOCUMENTS = 400;
const LINES = 10;
/** One line in three holds a secret. */
const SECRET_SHARE = 0.33;
const SEED = 51;

interface Half {
  readonly name: string;
  readonly formats: readonly SecretFormat[];
  readonly contexts: readonly string[];
}

const halfOf = <T>(list: readonly T[], rest: number): readonly T[] =>
  list.filter((_, index) => index % 2 === rest);

const SEEN: Half = {
  name: 'looked at',
  formats: halfOf(FORMATS, 0),
  contexts: halfOf(CONTEXTS, 0),
};
const HELD_OUT: Half = {
  name: 'held out',
  formats: halfOf(FORMATS, 1),
  contexts: halfOf(CONTEXTS, 1),
};

/** Secrets by vendor in code, settings, logs and sentences, among what only looks like them. */
export function evaluateSecrets(): Section {
  const seen = score(SEEN);
  const heldOut = score(HELD_OUT);
  const total = addCounts([...heldOut.values()]);
  const rowsOf = ({ name }: Half, counts: ReadonlyMap<string, Counts>): readonly Row[] => [
    { name: `${name}: all`, counts: addCounts([...counts.values()]) },
    ...[...counts]
      .filter(([, one]) => one.missed > 0 || one.wrong > 0)
      .map(([format, one]) => ({ name: `${name}: ${format}`, counts: one })),
  ];
  return {
    title: 'Secrets',
    how: `${DOCUMENTS} generated documents of ${LINES} lines for each half, seed ${SEED}. Every second format of a vendor and every second way of writing one down was never looked at while the detector was worked on: the targets count these alone. A secret is found where findings cover all of it; a finding that touches none is wrong. Rows of single formats are those with a miss. No public set of secrets is among the corpora; what was measured on CredSweeper's is in decision 0050.`,
    rows: [...rowsOf(HELD_OUT, heldOut), ...rowsOf(SEEN, seen)],
    targets: [
      { name: 'recall, held out', value: recallOf(total), aim: RECALL_AIM },
      { name: 'precision, held out', value: precisionOf(total), aim: PRECISION_AIM },
      { name: 'F2, held out', value: fOf(total, 2), aim: RECALL_AIM },
    ],
  };
}

interface Marked {
  readonly format: string;
  readonly start: number;
  readonly end: number;
}

export function secretDocument(
  { formats, contexts }: Half,
  random: () => number,
): { readonly text: string; readonly secrets: readonly Marked[] } {
  const secrets: Marked[] = [];
  let text = '';
  for (let line = 0; line < LINES; line++) {
    if (random() < SECRET_SHARE) {
      const { name, make } = pick(formats, random);
      const [before = '', behind = ''] = named(pick(contexts, random), name).split('#');
      const value = make(random);
      const start = text.length + before.length;
      secrets.push({ format: name, start, end: start + value.length });
      text += before + value + behind;
    } else text += decoyOf(pick(DECOYS, random), random);
    text += '\n';
  }
  return { text, secrets };
}

/** By format; what is found beside all secrets is counted as wrong under a row of its own. */
function score(half: Half): ReadonlyMap<string, Counts> {
  const random = seeded(SEED);
  const counts = new Map<string, Counts>();
  const of = (name: string): Counts => {
    const known = counts.get(name) ?? noCounts();
    counts.set(name, known);
    return known;
  };
  for (let document = 0; document < DOCUMENTS; document++) {
    const { text, secrets } = secretDocument(half, random);
    const found = findingsIn(text).filter(({ kind }) => specOf(kind).group === 'secret');
    for (const { format, start, end } of secrets) {
      const covered = found
        .filter((one) => one.start < end && one.end > start)
        .toSorted((a, b) => a.start - b.start)
        .reduce((to, one) => (one.start <= to ? Math.max(to, one.end) : to), start);
      if (covered >= end) of(format).right++;
      else of(format).missed++;
    }
    of('no secret').wrong += found.filter(
      (one) => !secrets.some(({ start, end }) => one.start < end && one.end > start),
    ).length;
  }
  return counts;
}

/** The name of a secret as the language of the context writes it. */
function named(context: string, name: string): string {
  const words = name.split(' ');
  const [first = '', ...rest] = words;
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  return context
    .replaceAll('$UPPER', words.join('_').toUpperCase())
    .replaceAll('$snake', words.join('_'))
    .replaceAll('$kebab', words.join('-'))
    .replaceAll('$camel', first + rest.map(capital).join(''))
    .replaceAll('$words', name);
}

const ALPHABETS: Readonly<Record<string, string>> = { hex: HEX, base: ALNUM, dec: DIGITS };

const decoyOf = (decoy: string, random: () => number): string =>
  decoy
    .replaceAll('$uuid', () => uuidOf(random))
    .replaceAll(/\$(hex|base|dec)(\d+)/g, (_, alphabet: string, count: string) =>
      charsOf(random, Number(count), ALPHABETS[alphabet] ?? HEX),
    );
