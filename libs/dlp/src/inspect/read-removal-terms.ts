import type { FormPart } from '#call';
import { DATA_KINDS } from '#contract';
import {
  isNull,
  member,
  objectOf,
  parseJson,
  refuse,
  stringOf,
  type GatewayError,
  type JsonNode,
} from '#kernel';
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
const FORM_FIELD = /^gw(?:$|[[.])/i; // `gw[remove]` and the like are not skipped in silence.
/** The second one is for who reads documents, and means nothing here. */
const MEMBERS: ReadonlySet<string> = new Set(['remove', 'ocr_languages']);
const TERM_MEMBERS: ReadonlySet<string> = new Set(['term', 'kind']);

/**
 * The caller's `gw.remove`. What cannot be read is refused, a member that only looks like it included:
 * skipping a term would leak it.
 */
export function readRemovalTerms(body: JsonNode): readonly RemovalTerm[] {
  const gw = member(body, 'gw');
  return !gw || isNull(gw) ? [] : readTerms(gw);
}

/** Like the member of a JSON body: a form has the same JSON in its field `gw`. */
export function readFormTerms(parts: readonly FormPart[]): readonly RemovalTerm[] {
  const [part] = parts.filter(({ name }) => FORM_FIELD.test(name));
  if (!part) return [];
  const gw = part.name === 'gw' && part.kind === 'field' ? jsonOf(part.value) : undefined;
  if (!gw) throw refuse('field_invalid', { message: GW_FAULT, param: 'gw' });
  return readTerms(gw);
}

function jsonOf(text: string): JsonNode | undefined {
  try {
    return parseJson(text).root;
  } catch {
    return undefined;
  }
}

function readTerms(gw: JsonNode): readonly RemovalTerm[] {
  if (!knowsAll(gw, MEMBERS)) throw refuse('field_invalid', { message: GW_FAULT, param: 'gw' });
  const node = member(gw, 'remove');
  if (!node || isNull(node)) return [];
  if (node.kind !== 'array') throw malformed('an array');
  if (node.items.length < 1 || node.items.length > TERMS_MAX) {
    throw malformed(`1 to ${TERMS_MAX} terms`);
  }
  return node.items.map(readTerm);
}

const GW_FAULT = 'gw takes an object with the member remove, and no other.';

const knowsAll = (node: JsonNode, names: ReadonlySet<string>): boolean =>
  objectOf(node)?.keys.every((key) => names.has(key)) ?? false;

function readTerm(node: JsonNode): RemovalTerm {
  if (objectOf(node) && !knowsAll(node, TERM_MEMBERS)) {
    throw malformed('objects with a term and a kind, and nothing else');
  }
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
  if (!node) return DATA_KINDS.removal_term.label;
  const kind = stringOf(node);
  if (kind === undefined || !TERM_KIND.test(kind)) {
    throw malformed('kinds of lower-case letters and underscores');
  }
  return kind.toUpperCase();
}

const malformed = (expected: string): GatewayError =>
  refuse('field_invalid', { message: `gw.remove takes ${expected}.`, param: PARAM });
