/**
 * `npm run train:names`: trains the model that finds names, from the folder that `GW_CORPORA` names, and
 * writes it to `libs/dlp/models/names`. The same data give the same bytes. Takes some minutes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '#kernel';
import { buildLexicon, Lexicon } from '../../../libs/dlp/src/scan/names/lexicon.js';
import { languagesIn, parseModel, writeModel } from '../../../libs/dlp/src/scan/names/model.js';
import { corporaFolder } from '../corpora/folder.js';
import { CORPORA, readCorpus, splitCorpus } from '../corpora/read-corpus.js';
import { scoreNames, type NameFigures } from '../eval/score-names.js';
import { Progress } from '../progress.js';
import {
  countWords,
  languagesOfWords,
  lexiconOf,
  ListsWithout,
  namesByLocale,
} from './build-lexicon.js';
import { DATA, LICENCE } from './data-list.js';
import { ExampleReader, scoreExamples, type Example } from './examples.js';
import { synthesize } from './synthesize.js';
import { seeded } from '../../support/seeded.js';
import { trainChain, type Weights } from './train-chain.js';
import { trainEvidence, type ScoredExample } from './train-evidence.js';
import { variantsOf } from './vary.js';

const OUT = new URL('../../../libs/dlp/models/names/', import.meta.url);
const SETTINGS = { bits: 19, epochs: 10, rate: 0.03, decay: 1e-5, dropout: 0.2, seed: 1 };
const SYNTHETIC_PER_LANGUAGE = 60;
/** Models that are trained without a part of the texts, to see what they say of that part. */
const FOLDS = 3;
/** Neighbours go to one fold. */
const FOLD_DOCUMENTS = 7;
const SEEDS = { synthetic: 7, variants: 3, evidence: 5 };

const folder = corporaFolder();
const progress = new Progress('training');

const splits = CORPORA.map((corpus) => ({
  corpus,
  ...splitCorpus(readCorpus(folder, corpus), corpus),
}));
const documents = splits.flatMap(({ train }) => train);
const counts = countWords(documents);
const lexiconUnits = buildLexicon(lexiconOf(folder, counts));
const languages = languagesOfWords();
const lexicon = new Lexicon(lexiconUnits, languagesIn(languages));
const reader = new ExampleReader(SETTINGS.bits);
const withoutOwn = (document: (typeof documents)[number]) =>
  reader.examplesOf(document, new ListsWithout(lexicon, counts, document));

progress.show('reading', 0);
const examples = documents.map(withoutOwn);
const variants = [...variantsOf(documents, seeded(SEEDS.variants))].flatMap(withoutOwn);
const synthetic = synthesize(
  namesByLocale(folder),
  SYNTHETIC_PER_LANGUAGE,
  SEEDS.synthetic,
).flatMap((document) => reader.examplesOf(document, lexicon));

const scored: ScoredExample[] = [];
for (let fold = 0; fold < FOLDS; fold++) {
  const isOfFold = (index: number) => Math.floor(index / FOLD_DOCUMENTS) % FOLDS === fold;
  const others = examples.filter((_, index) => !isOfFold(index)).flat();
  const weights = fit(`fold ${fold + 1} of ${FOLDS}`, [...others, ...synthetic]);
  for (const [index, document] of documents.entries()) {
    if (isOfFold(index)) scored.push(...scoreExamples(document, examples[index] ?? [], weights));
  }
}
const evidence = trainEvidence(scored, SEEDS.evidence);
const { rows, transitions } = fit('all', [...examples.flat(), ...variants, ...synthetic]);
const file = writeModel({
  bits: SETTINGS.bits,
  rows,
  transitions: Float32Array.from(transitions),
  evidence,
  lexicon: lexiconUnits,
  languages,
});
const digest = sha256(file).toString('hex');

progress.show('measuring', 1);
const model = parseModel(file, digest, 'what was trained');
const figures: Record<string, NameFigures> = {};
for (const { corpus, develop } of splits) {
  if (develop.length > 0) figures[corpus.name] = scoreNames(develop, model).person_name;
}
const manifest = {
  sha256: digest,
  bytes: file.length,
  licence: LICENCE,
  command: 'GW_CORPORA=<folder> npm run train:names',
  settings: {
    ...SETTINGS,
    syntheticPerLanguage: SYNTHETIC_PER_LANGUAGE,
    folds: FOLDS,
    seeds: SEEDS,
  },
  trainedOn: splits
    .filter(({ train }) => train.length > 0)
    .map(({ corpus, train }) => ({
      corpus: corpus.name,
      documents: train.length,
    })),
  neverTrainedOn: splits
    .filter(({ corpus }) => corpus.isNewDomain)
    .map(({ corpus }) => corpus.name),
  data: DATA,
  personNamesOfDevelopmentParts: figures,
};
mkdirSync(OUT, { recursive: true });
writeFileSync(new URL('names.model', OUT), file);
writeFileSync(new URL('manifest.json', OUT), `${JSON.stringify(manifest, null, 2)}\n`);
progress.end(`${join('libs', 'dlp', 'models', 'names')}: ${file.length} bytes, SHA-256 ${digest}`);

function fit(what: string, some: readonly Example[]): Weights {
  const steps = trainChain(some, SETTINGS);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    progress.show(what, step.value);
  }
}
