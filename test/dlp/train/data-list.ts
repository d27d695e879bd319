/** Under which the model file may be passed on: that of the share-alike corpora in it. */
export const LICENCE = 'CC BY-SA 4.0';

/** What the model was trained on, for its manifest: attribution is what the licences ask for. */
export const DATA = [
  ['UniversalNER/UNER_Danish-DDT', 'CC BY-SA 4.0'],
  ['UniversalNER/UNER_Portuguese-Bosque', 'CC BY-SA 4.0'],
  ['UniversalNER/UNER_Swedish-Talbanken', 'CC BY-SA 4.0'],
  ['UniversalNER/UNER_Slovak-SNK', 'CC BY-SA 4.0'],
  ['UniversalNER/UNER_Croatian-SET', 'CC BY-SA 4.0'],
  ['GateNLP/broad_twitter_corpus', 'CC BY 4.0'],
  ['GermEval 2014 (UKPLab/linspector)', 'CC BY 4.0'],
  ['EuropeanaNewspapers/ner-corpora (fr, nl)', 'CC0 1.0'],
  ['klintan/swedish-ner-corpus', 'CC BY 4.0'],
  ['TurkuNLP/turku-ner-corpus', 'CC BY-SA 4.0'],
  ['nytud/NYTK-NerKor', 'CC BY-SA 4.0'],
  ['sigpwned/popular-names-by-country-dataset', 'CC0 1.0'],
  ['faker-js/faker (lists of names and places)', 'MIT'],
  ['datasets/world-cities (GeoNames)', 'CC BY 4.0'],
  ['umpirsky/country-list', 'MIT'],
].map(([source, licence]) => ({ source, licence }));
