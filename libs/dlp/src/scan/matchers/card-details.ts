import { findingOf, type Finding } from '../../kinds.js';
import { foldedAt, isDigit, isLetter } from '../fold.js';

/** What stands on a card beside its number: the end of its validity, and the code behind it. */
const EXPIRY =
  /[\s,;|]{1,3}(?:(?:exp(?:iry|ires|\.| date)?|valid (?:thru|until)|gültig bis|val(?:ide|ido|ida)?)[:\s]{0,2})?((?:0[1-9]|1[0-2]) ?[/-] ?(?:20)?\d{2})(?!\d)/iuy;
const CODE = /[\s,;|]{1,3}(\d{3,4})(?![\d\p{L}]|[.,/-]\d)/iuy;

/** @param end behind the number of a card */
export function findBehindCard(text: string, end: number, findings: Finding[]): void {
  const expiry = behind(EXPIRY, text, end);
  if (!expiry) return;
  findings.push(findingOf('card_expiry', ...expiry, { score: 0.6, evidence: 'cue' }));
  // A bare number of three digits right behind a card may be anything.
  const code = behind(CODE, text, expiry[1]);
  if (code) findings.push(codeOf(...code));
}

function behind(pattern: RegExp, text: string, from: number): [number, number] | undefined {
  pattern.lastIndex = from;
  const value = pattern.exec(text)?.[1];
  return value === undefined ? undefined : [pattern.lastIndex - value.length, pattern.lastIndex];
}

/** @param start index of a digit that none stands before */
export function findSecurityCode(text: string, start: number): Finding | undefined {
  let end = start;
  while (end - start <= 4 && isDigit(foldedAt(text, end)) && end < text.length) end++;
  const length = end - start;
  return (length === 3 || length === 4) && isCued(text, start) ? codeOf(start, end) : undefined;
}

const codeOf = (start: number, end: number): Finding =>
  findingOf('card_security_code', start, end, { score: 0.7, evidence: 'cue' });

const CUE_CHARS = 48;
const PARTING_CHARS_MAX = 4;
const CUE =
  /(?<![\p{L}\p{N}])(?:cvc2?|cvv2?|csc|cid|security code|card (?:security|verification) (?:code|number)|kartenprüfnummer|kartenprüfziffer|prüfziffer der karte|cryptogramme(?: visuel)?|código de seguridad|código cvv|codice di sicurezza|codice cvv|kod cvv|kod cvc|beveiligingscode|säkerhetskod)(?:[ -](?:code|nr|nummer|number|kod))?["'\])]{0,2} {0,2}(?:[:=#-]|is|ist|est|es|lautet|to|är)? {0,2}["']?$/iu;

/** Whether a word for the code stands right before it. Nearly always a digit or nothing does: told at once. */
function isCued(text: string, start: number): boolean {
  let at = start - 1;
  while (at >= 0 && start - at <= PARTING_CHARS_MAX && !isWordCode(foldedAt(text, at))) at--;
  const last = at < 0 ? 0 : foldedAt(text, at);
  if (!isLetter(last) && last !== 0x32) return false;
  return at < start - 1 && CUE.test(text.slice(Math.max(0, start - CUE_CHARS), start));
}

const isWordCode = (code: number): boolean => isLetter(code) || isDigit(code);
