import { DATA_KINDS, type DataKind } from '#contract';
import { ALNUM, charsOf, HEX, pick } from '../dlp/eval/kinds/draw.js';
import { SAMPLES, type KindSamples } from '../dlp/eval/kinds/samples.js';
import { findingsIn } from '../dlp/eval/engine.js';
import { seeded } from '../support/seeded.js';

/** A value of a kind within what tells it. */
export interface KindCanary {
  readonly kind: string;
  /** The kind, or one of its subtypes. */
  readonly name: string;
  readonly value: string;
  readonly sentence: string;
}

/** What the organisation and the caller name is found because they name it. */
export const OWN_TERM = 'Project Nightjar';
export const OWN_PATTERN = { name: 'case_number', pattern: 'CASE-[0-9]{6}' };
export const REMOVED = 'Zyxland Kestrel';

const only = (
  kind: DataKind,
  valid: KindSamples['valid'],
  contexts: readonly string[],
): KindSamples => ({ kind, valid, contexts, nearMiss: () => '' });

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const pem = (random: () => number): string =>
  ['BEGIN', 'END']
    .map((word) => `-----${word} RSA PRIVATE KEY-----`)
    .join(`\n${charsOf(random, 64, ALNUM)}\n${charsOf(random, 64, ALNUM)}\n`);

/** Kinds without a form that the evaluation makes values of. */
const OTHERS: readonly KindSamples[] = [
  only('own_term', () => OWN_TERM, ['We talk about # today.']),
  only('own_pattern', (random) => `CASE-${charsOf(random, 6, '0123456789')}`, ['See # again.']),
  only('removal_term', () => REMOVED, ['We met # there.']),
  only(
    'person_name',
    (random) =>
      `${pick(['Marta', 'Thomas', 'Agnieszka'], random)} ${pick(['Wiśniewska', 'Bergmann', 'Kowalczyk'], random)}`,
    ['My name is #.', 'Dear Mr #, thank you.', 'Kind regards\n#'],
  ),
  only('location', (random) => pick(['Wrocław', 'Düsseldorf', 'Barcelona'], random), [
    'She lives in # now.',
    'Er wohnt in #.',
  ]),
  only('organization', (random) => pick(['Bergmann GmbH', 'Nordlicht AG'], random), [
    'She works for # as a clerk.',
  ]),
  only('api_key', (random) => `ghp_${charsOf(random, 36, ALNUM)}`, ['The key is # here.']),
  only(
    'jwt',
    (random) =>
      `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64({ sub: charsOf(random, 9, HEX) })}.${charsOf(random, 43, ALNUM)}`,
    ['token #'],
  ),
  only('private_key', pem, ['The key:\n#\n']),
  only(
    'connection_string',
    (random) => `postgres://app:${charsOf(random, 14, ALNUM)}7@db.acme.test:5432/app`,
    ['DATABASE_URL=#'],
  ),
  only('password', (random) => `${charsOf(random, 9, ALNUM)}7!`, ['password: #']),
  only('generic_secret', (random) => `${charsOf(random, 39, ALNUM)}7`, ['client_secret = "#"']),
  only('url_secret', (random) => charsOf(random, 40, HEX), ['https://acme.test/a?access_token=#']),
];

const TRIES = 40;
const SEED = 77;

/** What an organisation names is found by its settings, which the detector alone does not know. */
const isNamed = (kind: string): boolean =>
  kind === 'own_term' || kind === 'own_pattern' || kind === 'removal_term';

/**
 * A canary for each kind of the registry and each subtype that has samples: a value that is found where it
 * stands plainly, since what is looked for here are ways around that.
 */
export function kindCanaries(): readonly KindCanary[] {
  const random = seeded(SEED);
  return [...SAMPLES, ...OTHERS].map(({ kind, name = kind, valid, contexts }) => {
    for (let tries = 0; tries < TRIES; tries++) {
      const value = valid(random);
      const sentence = pick(contexts, random).replace('#', () => value);
      const isFound = findingsIn(sentence).some(
        (one) => one.kind === kind && sentence.slice(one.start, one.end) === value,
      );
      if (isFound || isNamed(kind)) return { kind, name, value, sentence };
    }
    throw new Error(`No value of ${name} is found in ${contexts.join(' | ')}.`);
  });
}

/** Kinds that nothing here attacks: a new one has to have samples. */
export const unattacked = (): readonly string[] => {
  const attacked = new Set([...SAMPLES, ...OTHERS].map(({ kind }) => kind));
  return Object.keys(DATA_KINDS).filter((kind) => !attacked.has(kind));
};
