import { findingOf, type Finding, type Grounds } from '../../kinds.js';
import { foldedAt, IGNORED, isDigit, isLetter, skipIgnored } from '../fold.js';

const LOCAL_CHARS_MAX = 256; // RFC 5321 has 64, but some servers take more.
/** With skipped characters between. No walk passes another at sign, so that all together are linear. */
const LOCAL_UNITS_MAX = 8_192;
const DOMAIN_UNITS_MAX = 8_192;
const QUOTED_CHARS_MAX = 66;
const LABEL_CHARS_MAX = 63;
const LABELS_MAX = 9;

/** Shape alone, but nothing else has it. */
const GROUNDS: Grounds = { score: 0.95, evidence: 'shape' };
/** It takes no letters, so it is nobody's: told only to policies that want all that may be one. */
const NOBODY: Grounds = { score: 0.4, evidence: 'shape' };
const NOBODYS = /^(?:no-?reply|do-?not-?reply)@/i;

const DOT = 0x2e;
const DASH = 0x2d;
const AT = 0x40;
const BACKSLASH = 0x5c;

/**
 * Endings of file names, not of hosts: `icon@2x.png`. Only such that are no top-level domain (`.py`,
 * `.pl`, `.rs` and `.zip` are). Any other word of letters passes as one: a full list goes stale,
 * and company networks end in words of their own.
 */
const FILE_ENDINGS: ReadonlySet<string> = new Set(
  (
    'avif bak bin bmp cfg cjs conf cpp css csv dll docx exe gif gz hpp htm html ico ini jpeg jpg js ' +
    'json jsonl jsx less lock log min mjs pdf php png pptx sass scss sql svg tar tgz tiff toml ts ' +
    'tsv tsx ttf txt wasm webp woff xlsx xml yaml yml'
  ).split(' '),
);

const TOP_LEVEL = /^(?:[\p{L}\p{M}]{2,63}|xn--[a-z0-9-]{2,59})$/iu;
const NUMBER_LABEL = /^v?\d+$/i;
const REPOSITORY_USER = /^(?:git|hg|svn)$/i;
const REPOSITORY_PATH = /:[\w.~-]{1,100}\/[\w.~/-]{1,100}\.git\b/y;
const REPOSITORY_HOST = /git|bitbucket|codeberg|source|svn/i;
const UNICODE_ESCAPE = /u[0-9a-f]{4}/iy;

/** @param at index of the at sign */
export function findEmail(text: string, at: number): Finding | undefined {
  const localEnd = skipBlanksBack(text, at);
  if (localEnd < at) {
    const spaced = findSpaced(text, at, localEnd);
    if (spaced) return spaced;
  }
  const domain = skipBlanks(text, at + 1);
  const start = quotedStart(text, at) ?? localStart(text, localEnd);
  if (start === undefined) return undefined;
  const end = domainEnd(text, domain);
  if (end === undefined || isRepository(text, start, at, end)) return undefined;
  const isApart = localEnd < at || domain > at + 1;
  if (isApart && !isSureApart(text.slice(start, localEnd), text.slice(domain, end + 1))) {
    return undefined;
  }
  return findingOf('email', start, end, NOBODYS.test(text.slice(start, at + 1)) ? NOBODY : GROUNDS);
}

const SPACED_CHARS_MAX = 160;
const SPACED_DOT = String.raw`[ \t]{1,2}\.[ \t]{1,2}`;
const SPACED_LOCAL = new RegExp(
  String.raw`(?<![\p{L}\d_+.-])[\p{L}\d_+-]{1,64}(?:${SPACED_DOT}[\p{L}\d_+-]{1,64}){0,3}$`,
  'u',
);
const SPACED_DOMAIN = new RegExp(
  String.raw`[ \t]{1,2}[\p{L}\d-]{1,63}(?:${SPACED_DOT}[\p{L}\d-]{1,63}){1,4}`,
  'uy',
);
const SPACED_DOTS = new RegExp(SPACED_DOT, 'g');

/** `jane . doe @ example . com`: with blanks around every sign, so that no program finds it. */
function findSpaced(text: string, at: number, localEnd: number): Finding | undefined {
  SPACED_DOMAIN.lastIndex = at + 1;
  const domain = SPACED_DOMAIN.exec(text)?.[0];
  if (domain === undefined) return undefined;
  const host = domain.trim().replaceAll(SPACED_DOTS, '.');
  if (!KNOWN_ENDING.test(host)) return undefined;
  const before = text.slice(Math.max(0, localEnd - SPACED_CHARS_MAX), localEnd);
  const local = SPACED_LOCAL.exec(before)?.[0];
  if (local === undefined || !/\p{L}/u.test(local)) return undefined;
  const finding = findingOf('email', localEnd - local.length, at + 1 + domain.length, GROUNDS);
  return { ...finding, canonical: `${local.replaceAll(SPACED_DOTS, '.')}@${host}` };
}

const BLANKS_MAX = 2;
/** Lines end behind an at sign, not before one, where programs have annotations. */
const BLANKS_BEHIND = /[ \t]{0,2}(?:\r?\n[ \t>]{0,8})?/y;

function skipBlanksBack(text: string, at: number): number {
  let start = at;
  while (at - start < BLANKS_MAX && isBlank(text, start - 1)) start--;
  return start;
}

const isBlank = (text: string, index: number): boolean => /^[ \t\u00a0]$/.test(text.charAt(index));

function skipBlanks(text: string, from: number): number {
  BLANKS_BEHIND.lastIndex = from;
  return from + (BLANKS_BEHIND.exec(text)?.[0].length ?? 0);
}

/**
 * With blanks beside the at sign, no word of a sentence (`me @ example.org`), version or product of two
 * matrices (`self.w @ x.mean()`): a name of several parts, and an ending that is known.
 */
const isSureApart = (local: string, domain: string): boolean =>
  /^(?!v?\d)[\p{L}\d.+_-]*\p{L}[.+_\d][\p{L}\d.+_-]*$/u.test(local) && KNOWN_ENDING.test(domain);

const KNOWN_ENDING =
  /\.(?:[a-z]{2}|com|org|net|edu|gov|mil|int|info|biz|name|app|dev|cloud|online|[A-Z]{2,3})(?![([=])[^\p{L}\d]?$/u;

/** `"jane doe"@example.com`, on one line. */
function quotedStart(text: string, at: number): number | undefined {
  if (text[at - 1] !== '"') return undefined;
  const from = Math.max(0, at - QUOTED_CHARS_MAX);
  const opening = text.slice(from, at - 1).lastIndexOf('"');
  const start = from + opening;
  return opening < 0 || /[\r\n]/.test(text.slice(start, at)) || start === at - 2
    ? undefined
    : start;
}

function localStart(text: string, at: number): number | undefined {
  const limit = Math.max(0, at - LOCAL_UNITS_MAX);
  let start = at;
  let chars = 0;
  let code = AT;
  let index = at - 1;
  for (; index >= limit; index--) {
    const previous = code;
    const here = foldedAt(text, index);
    if (here === IGNORED) continue;
    if (!isLocal(here)) break;
    if (here === DOT && previous === AT) return undefined;
    if (here === DOT && previous === DOT) break; // An ellipsis in front of the address.
    if (++chars > LOCAL_CHARS_MAX) break; // Something else stands in front of it without a space.
    code = here;
    start = index;
  }
  const before = index >= limit ? text.charCodeAt(index) : 0;
  if (before === BACKSLASH) start = skipEscape(text, start);
  while (start < at && !isAlphanumeric(foldedAt(text, start)) && text[start] !== '_') start++;
  return start < at ? start : undefined;
}

/** In JSON or code inside the text, the letter behind a backslash is not part of the address. */
function skipEscape(text: string, start: number): number {
  UNICODE_ESCAPE.lastIndex = start;
  if (UNICODE_ESCAPE.test(text)) return UNICODE_ESCAPE.lastIndex;
  return 'nrtbfv'.includes(text.charAt(start)) ? start + 1 : start;
}

interface Label {
  readonly text: string;
  readonly end: number;
  /** Where the first dash stands in the scanned text, or -1. */
  readonly dashAt: number;
}

function domainEnd(text: string, from: number): number | undefined {
  const labels = readLabels(text, from);
  const [first, second] = labels;
  if (!first || !second) return undefined;
  if (NUMBER_LABEL.test(first.text) && isDigit(second.text.charCodeAt(0))) return undefined; // pkg@1.2
  for (let index = labels.length - 1; index > 0; index--) {
    const label = labels[index] as Label;
    if (isTopLevel(label.text)) return label.end;
    // `jane@example.com-archive`: the address ends at the dash.
    const dash = label.text.indexOf('-');
    if (dash > 0 && isTopLevel(label.text.slice(0, dash))) return label.dashAt;
  }
  return undefined;
}

function readLabels(text: string, from: number): Label[] {
  const limit = Math.min(text.length, from + DOMAIN_UNITS_MAX);
  const labels: Label[] = [];
  let index = from;
  while (labels.length < LABELS_MAX) {
    const label = readLabel(text, index, limit);
    if (!label) break;
    labels.push(label);
    index = skipIgnored(text, label.end);
    if (index >= limit || !isDot(text, index)) break;
    index++;
  }
  return labels;
}

function readLabel(text: string, from: number, limit: number): Label | undefined {
  let label = '';
  let end = from;
  let dashAt = -1;
  for (let index = from; index < limit; index++) {
    const code = foldedAt(text, index);
    if (code === IGNORED) continue;
    if (code === DASH) {
      if (label === '') return undefined;
      if (dashAt < 0) dashAt = index;
    } else if (label === '' && isOtherLetter(code)) return readOtherLabel(text, index, limit);
    else if (!isAlphanumeric(code)) break;
    label += String.fromCharCode(code);
    end = index + 1;
    if (label.length > LABEL_CHARS_MAX) return undefined;
  }
  return label === '' ? undefined : { text: label, end, dashAt };
}

/**
 * A label in a script that `isAlphanumeric` leaves out. Only whole labels are: behind `bar.com` such
 * letters are the sentence.
 */
function readOtherLabel(text: string, from: number, limit: number): Label | undefined {
  let end = from;
  while (end < limit && end - from <= LABEL_CHARS_MAX && isInOtherLabel(text, end)) end++;
  if (end - from > LABEL_CHARS_MAX) return undefined;
  return { text: text.slice(from, end), end, dashAt: -1 };
}

const OTHER_LETTER = /[\p{L}\p{M}]/u;

const isOtherLetter = (code: number): boolean =>
  code >= 0x530 && code !== IGNORED && OTHER_LETTER.test(String.fromCharCode(code));

const isInOtherLabel = (text: string, index: number): boolean => {
  const code = foldedAt(text, index);
  return isOtherLetter(code) || isDigit(code) || code === DASH || code === IGNORED;
};

/** An ideographic full stop too, unless a sentence in that script goes on behind it. */
const isDot = (text: string, index: number): boolean => {
  if (foldedAt(text, index) === DOT) return true;
  const isIdeographic = text[index] === '\u3002' || text[index] === '\uff61';
  return isIdeographic && isAlphanumeric(foldedAt(text, skipIgnored(text, index + 1)));
};

const isTopLevel = (label: string): boolean =>
  TOP_LEVEL.test(label) && !FILE_ENDINGS.has(label.toLowerCase());

function isRepository(text: string, start: number, at: number, end: number): boolean {
  REPOSITORY_PATH.lastIndex = end;
  if (REPOSITORY_PATH.test(text) && REPOSITORY_HOST.test(text.slice(at, end))) return true;
  const next = text.charAt(end);
  return (next === ':' || next === '/') && REPOSITORY_USER.test(text.slice(start, at));
}

const isLocal = (code: number): boolean =>
  isAlphanumeric(code) ||
  code === DOT ||
  code === DASH ||
  code === 0x5f || // _
  code === 0x2b || // +
  code === 0x25 || // %
  code === 0x27 || // '
  code === 0x21; // !

/**
 * Latin, Greek and Cyrillic beyond ASCII belong to international addresses. Scripts after them are
 * written without spaces, so their letters next to an address are the sentence around it.
 */
const isAlphanumeric = (code: number): boolean =>
  isLetter(code) ||
  isDigit(code) ||
  (code >= 0xc0 && code < 0x530 && code !== 0xd7 && code !== 0xf7);
