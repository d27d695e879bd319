import { findingOf, type Finding } from '../../kinds.js';

const PAIRS = /[0-9a-f]{2}([:-])[0-9a-f]{2}(?:\1[0-9a-f]{2}){4}(?![\w:]|-[\w])/iy;
/** As switches write it. */
const FOURS = /[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}(?![\w]|\.[\w])/iy;
const SCORE = 0.8;
const NO_HEX = /[^0-9a-f]/gi;
/** Of nobody: zero, broadcast, and the groups of IPv4 and IPv6 multicast. */
const OF_NOBODY = /^(?:0{12}|f{12}|01005e|3333)/i;

/** Six pairs or three fours of hexadecimal digits. @param start of the word that may be one */
export function findMacAddress(text: string, start: number): Finding | undefined {
  const pattern = text[start + 4] === '.' ? FOURS : PAIRS;
  pattern.lastIndex = start;
  const written = pattern.exec(text)?.[0];
  if (!written) return undefined;
  const hex = written.replaceAll(NO_HEX, '');
  if (OF_NOBODY.test(hex)) return undefined;
  if (pattern === FOURS && !/[a-f]/i.test(hex)) return undefined; // Three numbers.
  return findingOf('mac_address', start, start + written.length, {
    score: SCORE,
    evidence: 'shape',
  });
}
