import { findingOf, type Finding } from '../../../kinds.js';
import type { WordMatcher } from '../../secrets/word-index.js';

/** Surer than a word that is only said, less than the sign itself. */
const GROUNDS = { score: 0.75, evidence: 'shape' } as const;
const BEFORE_CHARS_MAX = 128;
const TOP_LEVEL = /^(?:\p{L}{2,24}|xn--[a-z\d-]{2,59})$/iu;

const LOCAL = String.raw`[\p{L}\d_+-]{1,64}`;
const LABEL = String.raw`[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?`;
const DOTS = 'dot|punkt|punto|point|kropka|ponto|punct|piste|tečka|bodka|prik|pont|τελεία|точка';
const AT_WORDS =
  'at|ät|arobase|arroba|chiocciola|małpa|malpa|klammeraffe|affe|apenstaartje|snabel-a|snabela|kukac|zavináč|zavinac|ättekka';
/** Each in a class of its own, which needs no escape. */
const bracketed = ([opening, closing]: readonly [string, string]): string =>
  String.raw`[${opening}][ \t]?(?:${AT_WORDS}|@)[ \t]?[${closing}]`;
const PAIRS = [
  ['(', ')'],
  [String.raw`\[`, String.raw`\]`],
  ['{', '}'],
  ['<', '>'],
] as const;

/** A point in brackets, or as a word with blanks around it. */
const DOT = String.raw`(?:\.|[ \t]{0,2}[[({<_-]{1,2}[ \t]?(?:${DOTS}|\.)[ \t]?[\])}>_-]{1,2}[ \t]{0,2}|[ \t]{1,2}(?:${DOTS})[ \t]{1,2})`;
const AT_IN_BRACKETS = String.raw`[ \t]{0,2}(?:${PAIRS.map(bracketed).join('|')})[ \t]{0,2}`;
const AT_AS_WORD = String.raw`[ \t]{1,2}(?:${AT_WORDS})[ \t]{1,2}`;

const LOCAL_BEFORE = new RegExp(
  String.raw`(?<![\p{L}\d_.+-])${LOCAL}(?:${DOT}${LOCAL}){0,3}$`,
  'iu',
);
const DOMAIN = new RegExp(String.raw`${LABEL}(?:${DOT}${LABEL}){1,4}`, 'iuy');
const BRACKETED = new RegExp(AT_IN_BRACKETS, 'iuy');
const AS_WORD = new RegExp(AT_AS_WORD, 'iuy');
const SPOKEN_DOT = new RegExp(String.raw`[ \t[({<_-](?:${DOTS})[ \t\])}>_-]`, 'iu');
const ANY_DOT = new RegExp(DOT, 'giu');

/**
 * What `at` and `dot` with blanks around them end in when they are an address: `look at that dot in the middle`
 * has words there that are top-level domains, too.
 */
const SPOKEN_TOP_LEVEL = new Set(
  (
    'com org net edu gov mil info biz app dev cloud eu de fr es nl pl pt se dk fi cz sk hu ro bg gr hr si lt lv ee ie uk ' +
    'gb ch co io ai ca au nz jp br mx ar ru ua tr example invalid'
  ).split(' '),
);

const AT_SIGNS = AT_WORDS.split('|');

/** `jane [at] example [dot] com`, `jane at example dot com`, `jane(at)example.com`. */
export const WRITTEN_EMAIL_WORDS: readonly WordMatcher[] = AT_SIGNS.map((word) => ({
  prefixes:
    word.length > 2 ? [word.slice(0, 3)] : ' \t])}>'.split('').map((behind) => word + behind),
  find: (text, at, findings: Finding[]) => {
    const finding = findAround(text, at, word);
    if (finding) findings.push(finding);
  },
}));

/** @param at of a word that stands for the sign */
function findAround(text: string, at: number, word: string): Finding | undefined {
  if (text.slice(at, at + word.length).toLowerCase() !== word) return undefined;
  const opening = text.slice(Math.max(0, at - 4), at).search(/[ \t[({<]{1,4}$/);
  if (opening < 0) return undefined;
  const sign = Math.max(0, at - 4) + opening;
  const isBracketed = endOf(BRACKETED, text, sign);
  const end = isBracketed ?? endOf(AS_WORD, text, sign);
  if (end === undefined || sign === 0) return undefined;
  const domain = matchAt(DOMAIN, text, end);
  if (domain === undefined) return undefined;
  // Where nothing but words says so, the point is said, too.
  if (isBracketed === undefined && !SPOKEN_DOT.test(domain)) return undefined;
  const labels = domain.split(ANY_DOT);
  const last = labels.at(-1) ?? '';
  const isTop =
    isBracketed === undefined ? SPOKEN_TOP_LEVEL.has(last.toLowerCase()) : TOP_LEVEL.test(last);
  const before = text.slice(Math.max(0, sign - BEFORE_CHARS_MAX), sign);
  const local = LOCAL_BEFORE.exec(before)?.[0];
  if (!isTop || local === undefined) return undefined;
  const canonical = `${local.replaceAll(ANY_DOT, '.')}@${labels.join('.')}`;
  return { ...findingOf('email', sign - local.length, end + domain.length, GROUNDS), canonical };
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
