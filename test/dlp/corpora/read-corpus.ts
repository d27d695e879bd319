import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { contract, withoutMentions } from './changes.js';
import { documentOf, type Document, type Sentence } from './document.js';

/** Sentences of one document: about a page, so that a name is met more than once. */
const BLOCK_SENTENCES = 20;

/** A corpus is cut into its parts in its own order: neighbours of a text never lie in two parts. */
const TRAIN_SHARE = 0.8;
const DEVELOP_SHARE = 0.1;

export interface Split {
  readonly train: readonly Document[];
  /** For the choice of settings. */
  readonly develop: readonly Document[];
  /** Seen by nothing but the evaluation. */
  readonly test: readonly Document[];
}

export interface Corpus {
  readonly name: string;
  readonly language: string;
  /** Below the folder of the corpora. */
  readonly file: string;
  /** Never trained on as a whole: a domain that the model has not met. */
  readonly isNewDomain: boolean;
  /** Where a corpus has habits that no text has. */
  readonly change?: ((sentence: Sentence) => Sentence) | undefined;
}

const corpus = (
  language: string,
  name: string,
  isNewDomain = false,
  change?: Corpus['change'],
): Corpus => ({
  change,
  name: `${language}.${name.split('.')[0]}`,
  language,
  file: `dlp/ner/${language}.${name}.bio.gz`,
  isNewDomain,
});

export const CORPORA: readonly Corpus[] = [
  corpus('da', 'uner-da_ddt.train'),
  corpus('de', 'germeval2014-test'),
  corpus('en', 'btc-abefg'),
  corpus('fi', 'turku.train'),
  corpus('fr', 'europeana-first85'),
  corpus('hr', 'uner-hr_set.train'),
  corpus('hu', 'nerkor-train'),
  corpus('nb', 'norne-dev', true),
  corpus('nl', 'europeana-first85'),
  corpus('pt', 'uner-pt_bosque.train', false, contract),
  corpus('sk', 'uner-sk_snk.train'),
  corpus('sv', 'uner-sv_talbanken.train'),
  corpus('sv', 'webbnyheter-train'),
  corpus('de', 'europeana', true),
  corpus('en', 'uner-en_ewt.dev', true),
  corpus('pt', 'lener-br-dev', true),
  corpus('ro', 'ronec-valid', true, withoutMentions),
];

/** @param folder of the corpora, as `GW_CORPORA` names it */
export function readCorpus(folder: string, { file, change }: Corpus): readonly Document[] {
  const bio = gunzipSync(readFileSync(join(folder, file))).toString('utf8');
  const sentences = readSentences(bio).map(change ?? ((sentence) => sentence));
  const documents: Document[] = [];
  for (let from = 0; from < sentences.length; from += BLOCK_SENTENCES) {
    documents.push(documentOf(sentences.slice(from, from + BLOCK_SENTENCES)));
  }
  return documents;
}

/** What is a new domain is test as a whole. */
export function splitCorpus(documents: readonly Document[], { isNewDomain }: Corpus): Split {
  if (isNewDomain) return { train: [], develop: [], test: documents };
  const train = Math.floor(documents.length * TRAIN_SHARE);
  const develop = train + Math.floor(documents.length * DEVELOP_SHARE);
  return {
    train: documents.slice(0, train),
    develop: documents.slice(train, develop),
    test: documents.slice(develop),
  };
}

function readSentences(bio: string): readonly Sentence[] {
  return bio
    .split(/\n\s*\n/)
    .map((lines) => {
      const rows = lines
        .split('\n')
        .map((line) => line.split('\t'))
        .filter(({ length }) => length === 2) as [string, string][];
      return { tokens: rows.map(([token]) => token), labels: rows.map(([, label]) => label) };
    })
    .filter(({ tokens }) => tokens.length > 0);
}
