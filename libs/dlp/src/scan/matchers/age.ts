import { findingOf, type Finding } from '../../kinds.js';
import { scoreByCue, type CueReader } from '../words/cues.js';

const AGE_MAX = 120;
const SCORES = { ofSomebody: 0.6, years: 0.3 } as const;

/** 42 years old, 42-year-old, 42 Jahre alt, 42-jährige, âgé de 42 ans, 42 años de edad, 42 lata. */
const YEARS =
  /\d{1,3}[ \u00a0-]{1,2}(years?[ -](?:old|of age)|y\/o\b|yrs? old|jahre alt|jähri\p{L}{1,4}|år gammal|år gammel|jaar oud|años de edad|anos de idade|vuoti\p{L}{1,5}|letn[iyíaá]\p{L}{0,3}|letý|éves|years?\b|yrs?\b|jahren?\b|ans\b|años|anni\b|anos\b|jaar\b|år\b|lata?\b|let\b|rokov|vuotta|ani\b|godin[ae]|gadi|gadus|metų|metai|aastat|aastane|ετών|χρονών|години|годишн\p{L}{1,3})/iuy;
const YEARS_BEGIN = /^[ \u00a0-][^\d ]/u;
const OF_SOMEBODY =
  /old|age|y\/o|alt|jähr|gamm|oud|edad|idade|vuoti|letn|letý|éves|aastane|χρον|годишн/iu;

/** Blanks and the dash. */
const isParting = (unit: number): boolean => unit === 0x20 || unit === 0xa0 || unit === 0x2d;

/** A number of years that somebody may be old. @param at of its first digit */
export function findAge(
  text: string,
  at: number,
  runLength: number,
  cues: CueReader,
): Finding | undefined {
  if (runLength > 3 || !isParting(text.charCodeAt(at + runLength))) return undefined;
  if (!YEARS_BEGIN.test(text.slice(at + runLength, at + runLength + 2))) {
    return undefined;
  }
  if (Number(text.slice(at, at + runLength)) > AGE_MAX || /[\w.,-]/.test(text.charAt(at - 1))) {
    return undefined;
  }
  YEARS.lastIndex = at;
  const found = YEARS.exec(text);
  if (!found) return undefined;
  const end = at + found[0].length;
  const base = OF_SOMEBODY.test(found[1] ?? '') ? SCORES.ofSomebody : SCORES.years;
  const score = scoreByCue(base, cues.around(at, end), 'age');
  return findingOf('age', at, end, { score, evidence: 'cue' });
}
