import { findingOf, type Finding } from '../../kinds.js';
import { isRandom, isUnspeakable, judgeSecret, mayBePassword } from './judge-value.js';
import { isPlaceholder, isReference } from './placeholders.js';
import type { WrittenValue } from './values.js';

/** How a sentence or a command tells a secret. */
export interface Saying {
  readonly kind: 'password' | 'generic_secret';
  readonly valueAt: number;
  /** `clear`: by a verb that says what something is; `option`: of a command; `vague`: by anything else. */
  readonly manner: 'clear' | 'option' | 'vague';
  /** Of the noun: `api key`. */
  readonly words: readonly string[];
}

const SPOKEN_CHARS_MIN = 6;
const STRONG_CHARS_MIN = 8;
const STRONG_CLASSES = 3;
const CLASSES = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d\s]/u];
const NUMBER = /^\d+$/;

const SCORES = {
  quoted: 0.75,
  clear: 0.7,
  option: 0.7,
  strong: 0.6,
  word: 0.55,
  doubtful: 0.4,
} as const;

/** The finding that a told value is, if it is one: in sentences most words behind `password` are none. */
export function judgeSpoken(
  value: WrittenValue,
  { kind, manner, words }: Saying,
): Finding | undefined {
  if (isPlaceholder(value.text) || (!value.isQuoted && isReference(value.text))) return undefined;
  if (/^-|\.\*/.test(value.text)) return undefined; // An option, a pattern.
  if (kind === 'generic_secret') return judgeSecret(value, words);
  if (value.text.length < SPOKEN_CHARS_MIN || !mayBePassword(value.text)) return undefined;
  const score = scoreOf(value, manner);
  if (score === undefined) return undefined;
  return findingOf('password', value.start, value.end, { score, evidence: 'cue' });
}

function scoreOf({ text, isQuoted }: WrittenValue, manner: Saying['manner']): number | undefined {
  const classes = CLASSES.filter((one) => one.test(text)).length;
  if (isQuoted) return classes > 1 ? SCORES.quoted : SCORES.word;
  const isStrong = text.length >= STRONG_CHARS_MIN && classes >= STRONG_CLASSES;
  if (manner === 'vague') return isStrong && isRandomEnough(text) ? SCORES.strong : undefined;
  if (NUMBER.test(text)) return manner === 'option' ? SCORES.word : SCORES.doubtful;
  if (classes > 1 && /[\d]|[^\p{L}'’-]/u.test(text)) return SCORES[manner];
  return manner === 'option' || isUnspeakable(text) ? SCORES.word : undefined;
}

/** A number within, or a sign that stands in no word. */
const isRandomEnough = (text: string): boolean =>
  isRandom(text) || (/\d/.test(text) && /[^\p{L}\d.,:/_-]/u.test(text));
