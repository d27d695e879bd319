import { findingOf, type Finding } from '../../../kinds.js';
import type { WordMatcher } from '../../secrets/word-index.js';

/** RFC 3986 without what texts put around addresses; longer ones go on as the text that they are. */
const ADDRESS = /(?:(?:https?|ftps?|wss?):\/\/|www\.(?=[\p{L}\d]))[^\s"'`<>\\^{}|]{3,512}/iuy;
/** The end of a sentence, or an emphasis. */
const TRAILING = /[.,;:!?*_'~]+$/;
const BRACKETS = [
  ['(', ')'],
  ['[', ']'],
] as const;
const HOST = /^(?:[a-z]+:\/\/)?(?:[^\s/?#@]*@)?(?:[\p{L}\d-]+\.)+[\p{L}\d-]{2,}/iu;
const OF_NOBODY = /^(?:[a-z]+:\/\/)?(?:localhost|127\.|0\.0\.0\.0|(?:[\w-]+\.)*example\.)/i;
const GROUNDS = { score: 0.6, evidence: 'structure' } as const;

/** Without what ends the sentence, and without a bracket that was opened before the address. */
function withoutTail(address: string): string {
  let kept = address.replace(TRAILING, '');
  for (const [opening, closing] of BRACKETS) {
    while (kept.endsWith(closing) && kept.split(closing).length > kept.split(opening).length) {
      kept = kept.slice(0, -1).replace(TRAILING, '');
    }
  }
  return kept;
}

const find: WordMatcher['find'] = (text, at, findings: Finding[]) => {
  if (text[at - 1] === '/') return; // Within an address.
  ADDRESS.lastIndex = at;
  const written = withoutTail(ADDRESS.exec(text)?.[0] ?? '');
  if (!HOST.test(written) || OF_NOBODY.test(written)) return;
  findings.push(findingOf('url', at, at + written.length, GROUNDS));
};

/** Addresses of pages: who is known by them is known by few of them, so they count only where a policy names them. */
export const URL_WORDS: readonly WordMatcher[] = [
  { prefixes: ['http', 'ftp', 'wss', 'ws:', 'www'], find },
];
