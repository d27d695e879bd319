import { findingOf, type Finding } from '../../kinds.js';
import { foldedAt, plainOf } from '../fold.js';
import { isWordCode, readShape, shapeOf } from './shape.js';
import { URL64 } from './vendors/vendor.js';
import type { WordMatcher } from './word-index.js';

/** RFC 7519: header, claims and signature; an unsigned one ends in a dot. */
const SIGNED = shapeOf(`eyJ${URL64}{10,2048}\\.eyJ${URL64}{2,6000}\\.${URL64}{0,1400}`);
/** RFC 7516: header, key, vector, text and tag; the key is empty where it was agreed on. */
const ENCRYPTED = shapeOf(
  `eyJ${URL64}{10,2048}\\.${URL64}{0,1400}\\.${URL64}{10,64}\\.${URL64}{2,6000}\\.${URL64}{10,64}`,
);

const DASH = 0x2d;
const DOT = 0x2e;

export const JSON_WEB_TOKENS: WordMatcher = { prefixes: ['eyJ'], find: findToken };

function findToken(text: string, at: number, findings: Finding[]): void {
  // In the middle of base64url nothing begins, so that each character is read from one start at most.
  const before = at > 0 ? foldedAt(text, at - 1) : 0;
  if (isWordCode(before) || before === DASH || before === DOT) return;
  const encrypted = readShape(text, at, ENCRYPTED);
  const end = encrypted < 0 ? readShape(text, at, SIGNED) : encrypted;
  if (end < 0 || !hasAlgorithm(plainOf(text, at, end))) return;
  findings.push(findingOf('jwt', at, end, { score: 0.99, evidence: 'structure' }));
}

function hasAlgorithm(token: string): boolean {
  const header = Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString();
  try {
    const read: unknown = JSON.parse(header);
    return typeof read === 'object' && read !== null && 'alg' in read;
  } catch {
    return false;
  }
}
