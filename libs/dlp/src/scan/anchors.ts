import type { Finding } from '../kinds.js';
import { CARD, endOfRun, IBAN, matchersOf, SECURITY_CODE, WALLET } from './digit-runs.js';
import { findAtDigits } from './find-at-digits.js';
import { findAtWord, findNamed } from './find-at-word.js';
import { foldUnit, isDigit } from './fold.js';
import { BIC_WORDS, findBic } from './matchers/bic.js';
import { findBehindCard, findSecurityCode } from './matchers/card-details.js';
import { findCreditCard } from './matchers/credit-card.js';
import { findCryptoWallet, WALLET_CHARS_MIN } from './matchers/crypto-wallet.js';
import { findEmail } from './matchers/email.js';
import { findIban } from './matchers/iban.js';
import { findMrz } from './matchers/mrz.js';
import { findNumbers, NUMBER_WORDS } from './numbers/find-numbers.js';
import { findSecretAtSign, SECRET_SIGNS } from './secrets/find-secrets.js';
import { SecretNames } from './secrets/secret-names.js';
import { SurroundingsReader } from './surroundings.js';
import { CueReader } from './words/cues.js';
import { Vocabulary } from './words/vocabulary.js';
import { tableOf } from './unit-table.js';

const NOTHING = 0;
/** Of Latin, Greek and Cyrillic script; others are written without blanks, so theirs begin no word. */
const LETTER = 1;
const DIGIT = 2;
const UNDERSCORE = 3;
const AT_SIGN = 4;
/** What stands between a name and its value, and in the middle of a few keys. */
const SIGN = 5;
/** Fills what is left of a field that machines read. */
const FILLER = 6;

const LETTERS_END = 0x530;
const IS_LETTER = /\p{L}/u;
const SIGNS = new Set(SECRET_SIGNS);
/** What is looked for around values. */
const WORDS = new Vocabulary([...NUMBER_WORDS, ...BIC_WORDS]);

/** What may stand in the middle of a value, per UTF-16 unit. Everything else is passed over. */
const ANCHORS = tableOf((_, unit) => {
  const code = foldUnit(unit);
  if (code === 0x40) return AT_SIGN;
  if (code === 0x5f) return UNDERSCORE;
  if (code === 0x3c) return FILLER;
  if (isDigit(code)) return DIGIT;
  const char = String.fromCharCode(code);
  if (SIGNS.has(char)) return SIGN;
  return code < LETTERS_END && IS_LETTER.test(char) ? LETTER : NOTHING;
});

/**
 * One pass over `[from, to)`: each anchor calls the matchers that could own it, and these look a
 * bounded way to both sides, also beyond the range. So the work is linear whatever the text is,
 * and a text scanned in slices gives the same findings as one scanned whole.
 *
 * @param name what the caller calls the text; says as much as a word beside the value
 */
export function scanRange(
  text: string,
  from: number,
  to: number,
  findings: Finding[],
  name = '',
): void {
  const cues = new CueReader(WORDS, text, name);
  const place = { text, cues, around: new SurroundingsReader(text, name) };
  const names = new SecretNames();
  if (from === 0 && name !== '') findNamed(text, name, findings);
  let before = from > 0 ? anchorAt(text, from - 1) : NOTHING;
  for (let index = from; index < to; index++) {
    const anchor = anchorAt(text, index);
    const isWordStart = before === NOTHING || before >= AT_SIGN;
    const isNumberStart = anchor === DIGIT && before !== DIGIT;
    before = anchor;
    if (anchor === NOTHING || (anchor === LETTER && !isWordStart)) continue;
    if (anchor === LETTER) {
      const end = endOfLetters(text, index, to);
      const bic = findBic(text, index, name, cues);
      const mayBeWallet =
        end === to || anchorAt(text, end) === DIGIT || end - index >= WALLET_CHARS_MIN;
      add(bic ?? (mayBeWallet ? findCryptoWallet(text, index) : undefined), findings);
      findAtWord(text, index, findings, name);
      index = end - 1;
    } else if (anchor === FILLER) add(findMrz(text, index), findings);
    else if (anchor === SIGN) {
      const end = findSecretAtSign(text, index, names, findings);
      if (end > index) {
        before = AT_SIGN;
        index = end - 1;
      }
    } else if (anchor === AT_SIGN || isNumberStart) {
      const isRun = anchor === DIGIT;
      const end = isRun ? endOfRun(text, index) : index;
      const matchers = isRun ? matchersOf(text, index, end) : 0;
      const certain = isRun ? findAccount(text, index, matchers) : findEmail(text, index);
      if (certain) {
        findings.push(certain);
        if (certain.kind === 'credit_card') findBehindCard(text, certain.end, findings);
        index = certain.end - 1;
        before = anchorAt(text, index);
        continue;
      }
      if (!isRun) continue;
      findNumbers(place, index, end, findings);
      findAtDigits(text, index, matchers, cues, findings);
      if ((matchers & SECURITY_CODE) !== 0) add(findSecurityCode(text, index), findings);
      if (!isWordStart) continue;
      if ((matchers & WALLET) !== 0) add(findCryptoWallet(text, index), findings);
      findAtWord(text, index, findings, name);
    }
  }
}

/** No further than `to`. */
function endOfLetters(text: string, from: number, to: number): number {
  let end = from + 1;
  while (end < to && anchorAt(text, end) === LETTER) end++;
  return end;
}

const anchorAt = (text: string, index: number): number =>
  ANCHORS[text.charCodeAt(index) & 0xffff] as number;

function findAccount(text: string, index: number, matchers: number): Finding | undefined {
  const iban = (matchers & IBAN) === 0 ? undefined : findIban(text, index);
  return iban ?? ((matchers & CARD) === 0 ? undefined : findCreditCard(text, index));
}

function add(finding: Finding | undefined, findings: Finding[]): void {
  if (finding) findings.push(finding);
}
