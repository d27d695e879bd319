import { findingOf, type Finding } from '../../kinds.js';
import { isNamed, says, scoreByCue, type CueReader } from '../words/cues.js';
import { mayBeDate, readDate } from './read-date.js';

/** A date says nothing by itself; a word or a name lifts it over what is acted on. */
const BASE = 0.2;
const AGE_MAX = 120;
const BEFORE_CHARS = 50;

/**
 * What tells a birth where the word alone would not: `né` without its accent says no, `nato` is a
 * treaty, and a star is a bullet unless it stands in brackets.
 */
const BORN = /(?<![\p{L}\d])(?:né(?:\(e\)|·e)? |nato (?:a|il|in) |[(,] ?\* ?)[^.;\n\d]{0,40}$/u;

/** A date that is said to be somebody's birth. @param at of its first digit */
export function findDateOfBirth(
  text: string,
  at: number,
  runLength: number,
  cues: CueReader,
): Finding | undefined {
  if (!mayBeDate(text, at, runLength)) return undefined;
  const mayBeSaid = cues.mayStandNear(at, 'birth') || cues.mayStandNear(at, 'bornSign');
  if (!mayBeSaid) return undefined;
  const date = readDate(text, at, runLength);
  if (!date) return undefined;
  const year = new Date().getFullYear();
  if (date.year > year || date.year < year - AGE_MAX) return undefined;
  const around = cues.around(date.start, date.end);
  if (date.isInOnePiece && !isNamed(around, 'birth')) return undefined;
  const isBorn = BORN.test(text.slice(Math.max(0, date.start - BEFORE_CHARS), date.start));
  if (!says(around, 'birth') && !isBorn) return undefined;
  const score = scoreByCue(BASE, around, 'birth');
  const grounds = {
    score: isBorn ? Math.max(score, BASE + 0.35) : score,
    evidence: 'cue',
  } as const;
  return findingOf('date_of_birth', date.start, date.end, grounds);
}
