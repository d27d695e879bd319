import { isNull, member, refuse, stringOf, type GatewayError, type JsonNode } from '#kernel';
import { KINDS } from '../kinds.js';
import {
  FOLDED_TERM_CHARS_MAX,
  TERM_CHARS_MAX,
  TERM_CHARS_MIN,
  TERM_KIND,
  TERMS_MAX,
} from '../limits.js';
import { foldTerm } from '../scan/fold-term.js';
import type { RemovalTerm } from '../scan/removal-terms.js';

const PARAM = 'gw.remove';

/** The caller's `gw.remove`. A term that cannot be read is refused: skipping it would leak it. */
export function readRemovalTerms(body: JsonNode): readonly RemovalTerm[] {
  const node = member(member(body, 'gw'), 'remove');
  if (!node || isNull(node)) return [];
  if (node.kind !== 'array') throw malformed('an array');
  if (node.items.length < 1 || node.items.length > TERMS_MAX) {
    throw malformed(`1 to ${TERMS_MAX} terms`);
  }
  return node.items.map(readTerm);
}

function readTerm(node: JsonNode): RemovalTerm {
  const term = stringOf(node) ?? stringOf(member(node, 'term'));
  if (term === undefined) throw malformed('strings or objects with a term');
  if (term.length < TERM_CHARS_MIN || term.length > TERM_CHARS_MAX) {
    throw malformed(`terms of ${TERM_CHARS_MIN} to ${TERM_CHARS_MAX} characters`);
  }
  const folded = foldTerm(term);
  if (folded === '' || folded.length > FOLDED_TERM_CHARS_MAX) {
    throw malformed('terms that hold letters, digits or signs');
  }
  return { folded, label: labelOf(member(node, 'kind')) };
}

function labelOf(node: JsonNode | undefined): string {
  if (!node) return KINDS.removal_term.label;
  const kind = stringOf(node);
  if (kind === undefined || !TERM_KIND.test(kind)) {
    throw malformed('kinds of lower-case letters and underscores');
  }
  return kind.toUpperCase();
}

const malformed = (expected: string): GatewayError =>
  refuse('field_invalid', { message: `gw.remove takes ${expected}.`, param: PARAM });
