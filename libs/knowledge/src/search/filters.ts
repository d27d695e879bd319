import { isNull, itemsOf, member, refuse, stringOf, type JsonNode } from '#kernel';
import { readAttribute, type Attributes, type AttributeValue } from '../attributes.js';
import { FILTER_DEPTH_MAX, FILTER_NODES_MAX } from '../limits.js';

/** Whether a document with these attributes is searched. */
export type Filter = (attributes: Attributes) => boolean;

const ANY: Filter = () => true;

/**
 * `filters` as OpenAI has them: `{type, key, value}` for one attribute, `{type: 'and' | 'or', filters}` for several.
 * What an attribute is compared with is of its own type, else it does not fit.
 * @throws field_invalid
 */
export function readFilter(node: JsonNode | undefined): Filter {
  if (node === undefined || isNull(node)) return ANY;
  return read(node, 'filters', { depth: 0, left: { nodes: FILTER_NODES_MAX } });
}

interface Bounds {
  readonly depth: number;
  readonly left: { nodes: number };
}

function read(node: JsonNode, param: string, { depth, left }: Bounds): Filter {
  if (depth > FILTER_DEPTH_MAX || --left.nodes < 0) {
    throw invalid(
      param,
      `has more than ${FILTER_NODES_MAX} conditions, or more than ${FILTER_DEPTH_MAX} levels`,
    );
  }
  const type = stringOf(member(node, 'type')) ?? '';
  if (type === 'and' || type === 'or') {
    const list = member(node, 'filters');
    if (list?.kind !== 'array') throw invalid(`${param}.filters`, 'must be a list of filters');
    const all = list.items.map((item, index) =>
      read(item, `${param}.filters[${index}]`, { depth: depth + 1, left }),
    );
    return type === 'and'
      ? (attributes) => all.every((one) => one(attributes))
      : (attributes) => all.some((one) => one(attributes));
  }
  const compare = COMPARISONS.get(type);
  if (!compare) {
    throw invalid(`${param}.type`, `must be one of and, or, ${[...COMPARISONS.keys()].join(', ')}`);
  }
  const key = stringOf(member(node, 'key'));
  if (!key) throw invalid(`${param}.key`, 'must name an attribute');
  const value = compare.isList
    ? listOf(member(node, 'value'), `${param}.value`)
    : new Set([valueOf(member(node, 'value'), `${param}.value`)]);
  return (attributes) =>
    compare.fits(Object.hasOwn(attributes, key) ? attributes[key] : undefined, value);
}

/** A set, since a list of them is asked for each document. */
type Wanted = ReadonlySet<AttributeValue>;

interface Comparison {
  readonly isList: boolean;
  fits(given: AttributeValue | undefined, wanted: Wanted): boolean;
}

const one = (fits: (given: AttributeValue, wanted: AttributeValue) => boolean): Comparison => ({
  isList: false,
  fits: (given, [wanted]) =>
    given !== undefined &&
    wanted !== undefined &&
    typeof given === typeof wanted &&
    fits(given, wanted),
});
const ordered = (fits: (given: number, wanted: number) => boolean): Comparison =>
  one(
    (given, wanted) =>
      typeof given === 'number' && typeof wanted === 'number' && fits(given, wanted),
  );

const COMPARISONS: ReadonlyMap<string, Comparison> = new Map([
  ['eq', one((given, wanted) => given === wanted)],
  // Whoever has none of it is not equal, either.
  ['ne', { isList: false, fits: (given, [wanted]) => given !== wanted }],
  ['gt', ordered((given, wanted) => given > wanted)],
  ['gte', ordered((given, wanted) => given >= wanted)],
  ['lt', ordered((given, wanted) => given < wanted)],
  ['lte', ordered((given, wanted) => given <= wanted)],
  ['in', { isList: true, fits: (given, wanted) => given !== undefined && wanted.has(given) }],
  ['nin', { isList: true, fits: (given, wanted) => given === undefined || !wanted.has(given) }],
]);

const VALUES_MAX = 256; // Of a list.

function listOf(node: JsonNode | undefined, param: string): Wanted {
  if (node?.kind !== 'array' || node.items.length > VALUES_MAX) {
    throw invalid(param, `must be a list of at most ${VALUES_MAX} values`);
  }
  return new Set(itemsOf(node).map((item, index) => valueOf(item, `${param}[${index}]`)));
}

function valueOf(node: JsonNode | undefined, param: string): AttributeValue {
  const value = readAttribute(node);
  if (value === undefined) throw invalid(param, 'must be a text, a number, true or false');
  return value;
}

const invalid = (param: string, what: string) =>
  refuse('field_invalid', { message: `${param} ${what}.`, param });
