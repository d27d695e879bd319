import { findingOf, type Finding } from '../../kinds.js';
import type { WordMatcher } from './word-index.js';

/** The longest key that is looked for: 16,384 bits in PEM, with escapes. */
const BLOCK_CHARS_MAX = 16_384;
const HEADER_CHARS_MAX = 80;
/** Of a block without an end, which a text was cut in: less may be a mention of it. */
const BODY_CHARS_MIN = 40;

const BEGIN = /BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)? ?-{4,5}/y;
const END = /^ ?END [A-Z0-9 ]{0,40}KEY(?: BLOCK)? ?-{4,5}/;
const RULE = /-{4,5}$/;
const NOT_BASE64 = /[^A-Za-z0-9+/=\s\\rnt"',+:-]/;
const ENCODED = /[A-Za-z0-9+/]/g;

/** PEM (RFC 7468), OpenSSH, SSH2 (RFC 4716) and OpenPGP, also in a string of a program or in JSON. */
export const ARMORED_KEYS: WordMatcher = { prefixes: ['BEGIN'], find: findArmored };

function findArmored(text: string, at: number, findings: Finding[]): void {
  const dashes = RULE.exec(text.slice(Math.max(0, at - 6), at).trimEnd());
  if (!dashes) return;
  BEGIN.lastIndex = at;
  const header = BEGIN.exec(text);
  if (!header || header[0].length > HEADER_CHARS_MAX) return;
  const bodyAt = at + header[0].length;
  const rest = text.slice(bodyAt, bodyAt + BLOCK_CHARS_MAX);
  const start = at - dashes[0].length - (text[at - 1] === ' ' ? 1 : 0);
  const end = bodyAt + lengthOfBlock(rest);
  const encoded = text.slice(bodyAt, end).match(ENCODED)?.length ?? 0;
  if (encoded < BODY_CHARS_MIN) return;
  findings.push(findingOf('private_key', start, end, { score: 0.99, evidence: 'structure' }));
}

/** To the line that ends the block, or as far as it is encoded data: the text may have been cut. */
function lengthOfBlock(rest: string): number {
  // A header within the body (`Proc-Type: 4,ENCRYPTED`) has no four dashes; the next rule ends the block.
  const rule = rest.indexOf('----');
  if (rule >= 0) {
    const dashes = rest[rule + 4] === '-' ? 5 : 4;
    const end = END.exec(rest.slice(rule + dashes, rule + dashes + HEADER_CHARS_MAX));
    if (end) return rule + dashes + end[0].length;
  }
  const other = rest.slice(0, rule < 0 ? rest.length : rule).search(NOT_BASE64);
  return other < 0 ? Math.max(rule, rest.length * Number(rule < 0)) : other;
}

const PUTTY = /PuTTY-User-Key-File-[23]: [\w@.-]{1,60}/y;
const PUTTY_SECRET = /Private-Lines: \d{1,3}/;
const PUTTY_END = /Private-MAC: [0-9a-f]{40,64}/;

/** The format of PuTTY's `.ppk` files. */
export const PUTTY_KEYS: WordMatcher = { prefixes: ['PuTTY'], find: findPutty };

function findPutty(text: string, at: number, findings: Finding[]): void {
  PUTTY.lastIndex = at;
  const header = PUTTY.exec(text);
  if (!header) return;
  const after = text.slice(at + header[0].length, at + BLOCK_CHARS_MAX);
  const next = after.indexOf('PuTTY-User-Key-File');
  const block = next < 0 ? after : after.slice(0, next);
  if (!PUTTY_SECRET.test(block)) return;
  const mac = PUTTY_END.exec(block);
  const length = mac ? mac.index + mac[0].length : block.length;
  const end = at + header[0].length + length;
  findings.push(
    findingOf('private_key', at, end, { score: 0.99, evidence: 'structure', subtype: 'putty' }),
  );
}
