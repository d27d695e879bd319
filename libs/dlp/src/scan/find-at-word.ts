import type { Finding } from '../kinds.js';
import { TOLD_PLACES } from './matchers/street/told-place.js';
import { BANK_DETAILS_WORDS } from './matchers/told/bank-details.js';
import { DEVICE_ID_WORDS, DEVICE_IDS } from './matchers/told/device-id.js';
import { findLabelled } from './matchers/told/labelled.js';
import { URL_WORDS } from './matchers/told/url.js';
import { USERNAME_WORDS, USERNAMES } from './matchers/told/username.js';
import { WRITTEN_EMAIL_WORDS } from './matchers/told/written-email.js';
import { findNamedSecret, SECRET_WORDS } from './secrets/find-secrets.js';
import { WordIndex } from './secrets/word-index.js';

const WORDS = new WordIndex([
  ...SECRET_WORDS,
  ...WRITTEN_EMAIL_WORDS,
  ...URL_WORDS,
  ...USERNAME_WORDS,
  ...DEVICE_ID_WORDS,
  ...BANK_DETAILS_WORDS,
  ...TOLD_PLACES,
]);

const LABELLED = [...USERNAMES, ...DEVICE_IDS];

/**
 * Adds what begins at a word, or what the word is about.
 *
 * @param at index of a letter or a digit that no letter, digit or underscore stands before
 * @param name what the caller calls the text
 */
export const findAtWord = (text: string, at: number, findings: Finding[], name: string): void =>
  WORDS.findAt(text, at, findings, name);

/** Adds what is the whole value of a member of a request, by the name of that. */
export function findNamed(text: string, name: string, findings: Finding[]): void {
  findNamedSecret(text, name, findings);
  findLabelled(LABELLED, text, name, findings);
}
