import { CORPORA, readCorpus, splitCorpus } from '../corpora/read-corpus.js';
import type { Document, NameKind } from '../corpora/document.js';
import { readMeddocan } from '../corpora/meddocan.js';
import { findingsIn } from './engine.js';
import { countSpans, fOf, noCounts, type Counts, type Row, type Section } from './figures.js';

const AIM_IN_DOMAIN = 0.8;
const AIM_NEW_DOMAINS = 0.65;

const KINDS: readonly NameKind[] = ['person_name', 'location', 'organization'];

interface Scored {
  readonly name: string;
  readonly isNewDomain: boolean;
  readonly counts: Readonly<Record<NameKind, Counts>>;
}

/** Names of people, places and organisations in the parts of the corpora that training never saw. */
export function evaluateNames(folder: string, tell: (part: string) => void): readonly Section[] {
  const scored: Scored[] = [];
  for (const corpus of CORPORA) {
    tell(corpus.name);
    const { test } = splitCorpus(readCorpus(folder, corpus), corpus);
    scored.push({ name: corpus.name, isNewDomain: corpus.isNewDomain, counts: score(test) });
  }
  tell('es.meddocan');
  scored.push({ name: 'es.meddocan', isNewDomain: true, counts: score(readMeddocan(folder)) });
  const rowsOf = (kind: NameKind, isNew: boolean): readonly Row[] =>
    scored
      .filter(({ isNewDomain }) => isNewDomain === isNew)
      .map(({ name, counts }) => ({ name, counts: counts[kind] }));
  const [known, fresh] = [rowsOf('person_name', false), rowsOf('person_name', true)];
  return [
    {
      title: 'Names of people, corpora that training saw a part of',
      how: 'The last tenth of each corpus in its own order; blocks of 20 sentences are documents. Exact spans.',
      rows: known,
      targets: [{ name: 'F1, mean of the corpora', value: meanF1(known), aim: AIM_IN_DOMAIN }],
    },
    {
      title: 'Names of people, corpora that training never saw',
      how: 'All of each corpus. Exact spans; of meddocan the names of patients and staff.',
      rows: fresh,
      targets: [{ name: 'F1, mean of the corpora', value: meanF1(fresh), aim: AIM_NEW_DOMAINS }],
    },
    ...(['location', 'organization'] as const).map((kind): Section => ({
      title: `${kind}, all corpora (off by default, no target)`,
      how: 'As above.',
      rows: scored
        .filter(({ name }) => name !== 'es.meddocan')
        .map(({ name, counts }) => ({ name, counts: counts[kind] })),
      targets: [],
    })),
  ];
}

const meanF1 = (rows: readonly Row[]): number =>
  rows.reduce((sum, { counts }) => sum + fOf(counts, 1), 0) / Math.max(1, rows.length);

function score(documents: readonly Document[]): Readonly<Record<NameKind, Counts>> {
  const counts = { person_name: noCounts(), location: noCounts(), organization: noCounts() };
  for (const { text, names } of documents) {
    const found = findingsIn(text);
    for (const kind of KINDS) {
      const isKind = (span: { readonly kind: string }) => span.kind === kind;
      countSpans(counts[kind], found.filter(isKind), names.filter(isKind));
    }
  }
  return counts;
}
