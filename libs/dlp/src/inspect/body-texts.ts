import {
  dropValues,
  replaceKey,
  replaceWithString,
  type Edit,
  type JsonArray,
  type JsonDocument,
  type JsonNode,
  type JsonObject,
  type JsonScalar,
  type JsonString,
  type Steps,
} from '#kernel';
import {
  RequestWalk,
  type RequestVisitor,
  type SignedUnit,
  type TextGrammar,
  type TextPart,
  type FileForm,
  type Unreadable,
} from '#wire';
import { WALK_NODES } from '../limits.js';
import { withoutReferenceKind } from './format-words.js';
import { readFile } from './read-file.js';
import { WrittenKeys } from './written-keys.js';

/** One text of a body: a string, a number as it is written, or a key of the caller's own. */
export interface BodyText {
  /** The string or the number; the value of the member whose key this is. */
  readonly node: JsonNode;
  readonly text: string;
  readonly name?: string | undefined;
  /** Nothing can stand in for it: what is found here is refused. */
  readonly isFixed: boolean;
  /** A model's own words, which it signed: what they are removed with where something is found. */
  readonly unit?: SignedUnit;
  readonly isSealed?: true;
  /** What it is read on from and into. */
  readonly part?: TextPart | undefined;
  /** Of a key. */
  readonly owner?: JsonObject;
}

export interface PlainKey {
  /** The value of the member whose key this is. */
  readonly node: JsonNode;
  readonly text: string;
}

export interface UnreadFile {
  readonly node: JsonString;
  readonly kind: Unreadable;
}

export interface BodyTexts {
  readonly texts: readonly BodyText[];
  /** Keys of the caller's own that no value can be in, and that may say something all the same. */
  readonly plainKeys: readonly PlainKey[];
  readonly files: readonly UnreadFile[];
  /** Something else passes that cannot be read, such as sealed thinking. */
  readonly hasUnread: boolean;
  /** The first token of a text that stands as a list of them. */
  readonly token: JsonScalar | null;
}

/** What is looked for that need not look like a value: most keys and numbers are read for nothing else. */
export interface SoughtInBody {
  /** Words of the caller's own, which are nowhere to be left. */
  readonly terms: boolean;
  /** What the organisation names: a setting of the format that it stands in by chance is none of it. */
  readonly own: boolean;
  readonly names: boolean;
}

/** Every text of a request body that goes to a provider. */
export function* collectTexts(
  document: JsonDocument,
  grammar: TextGrammar,
  sought: SoughtInBody,
): Steps<BodyTexts> {
  const collector = new Collector(document.text, sought);
  const walk = new RequestWalk(document.root, grammar.request, collector);
  while (!walk.run(WALK_NODES)) yield;
  const { texts, plainKeys, hasUnread, firstToken: token } = collector;
  if (collector.places.length === 0) return { texts, plainKeys, files: [], hasUnread, token };

  const files: UnreadFile[] = [];
  const kept = new Set<JsonNode>();
  for (const { node, kind, form } of collector.places) {
    const read = yield* readFile(node.value, kind, form);
    if (read.isText) kept.add(node);
    if (read.unread) files.push({ node, kind: read.unread });
  }
  const dropped = new Set<JsonNode>(collector.places.map(({ node }) => node));
  return {
    texts: texts.filter(({ node }) => !dropped.has(node) || kept.has(node)),
    plainKeys,
    files,
    hasUnread,
    token,
  };
}

interface FilePlace {
  readonly node: JsonString;
  readonly kind: Unreadable;
  readonly form: FileForm;
}

/** Letters alone hold neither an address nor a number. */
const PLAIN_KEY = /^[A-Za-z_ -]*$/;
/** Of several words, as names of people are. */
const MAY_SAY = /[a-z][ -]+[a-z]/i;
/** A day of birth has eight digits, and no number of a person or a telephone that is told by its key has fewer. */
const NUMBER_MIN = 1e7;
/** Cards have 14 to 19 digits, and are all that is looked for in a setting; a term may be any number. */
const CARD_MIN = 1e13;
const CARD_MAX = 1e19;

class Collector implements RequestVisitor {
  readonly texts: BodyText[] = [];
  readonly plainKeys: PlainKey[] = [];
  readonly places: FilePlace[] = [];
  hasUnread = false;
  firstToken: JsonScalar | null = null;

  constructor(
    private readonly body: string,
    private readonly sought: SoughtInBody,
  ) {}

  text(node: JsonString, part?: TextPart, name?: string): void {
    this.texts.push({ node, text: node.value, name, isFixed: false, part });
  }

  fixed(node: JsonString): void {
    this.texts.push({ node, text: withoutReferenceKind(node.value), isFixed: true });
  }

  number(node: JsonScalar, isFixed: boolean, name?: string): void {
    const size = Math.abs(node.value as number);
    const { terms, own } = this.sought;
    const least = isFixed ? CARD_MIN : NUMBER_MIN;
    if ((size < least || size > CARD_MAX) && !terms && !(own && !isFixed)) return;
    const text = digitsOf(this.body.slice(node.start, node.end));
    this.texts.push({ node, text, name, isFixed });
  }

  key(object: JsonObject, index: number, isDefined: boolean): void {
    const text = object.keys[index] as string;
    const node = object.values[index] as JsonNode;
    const { terms, own, names } = this.sought;
    if (!terms && !own && PLAIN_KEY.test(text)) {
      if (!MAY_SAY.test(text)) return;
      // An argument is called after nobody, whatever it is called.
      if (!names || isDefined) return void this.plainKeys.push({ node, text });
    }
    this.texts.push({ node, text, isFixed: false, owner: object });
  }

  token(node: JsonScalar): void {
    this.firstToken ??= node;
  }

  file(node: JsonString, kind: Unreadable, form: FileForm): void {
    this.places.push({ node, kind, form });
    this.text(node);
  }

  sealed(node: JsonString, bytes: string): void {
    this.hasUnread = true;
    this.texts.push({ node, text: bytes, isFixed: true, isSealed: true });
  }

  signed(node: JsonString, text: string, unit: SignedUnit | undefined, part?: TextPart): void {
    this.texts.push(
      unit ? { node, text, isFixed: false, unit, part } : { node, text, isFixed: true, part },
    );
  }
}

/** A number without sign, exponent or zeros behind its decimals, however it is written. */
function digitsOf(literal: string): string {
  const text = literal.startsWith('-') ? literal.slice(1) : literal;
  if (/^\d+$/.test(text)) return text;
  const value = Number(text);
  if (Number.isInteger(value)) return value < CARD_MAX ? BigInt(value).toString() : text;
  return Number.isFinite(value) ? String(value) : text;
}

/** The edits that bring the new texts into the body, in the order of the text. */
export function* editsOf(
  { text }: JsonDocument,
  texts: readonly BodyText[],
  rewritten: ReadonlyMap<number, string>,
): Steps<Edit[]> {
  const edits: Edit[] = [];
  const keys = new WrittenKeys();
  const { edits: removals, isRemoved } = removalsOf(texts, rewritten);
  for (const [index, value] of rewritten) {
    const { node, owner, unit } = texts[index] as BodyText;
    if (unit || isRemoved(node)) continue;
    if (!owner) edits.push(replaceWithString(node, value));
    else edits.push(replaceKey(text, node, keys.unused(owner, value)));
    if (edits.length % WALK_NODES === 0) yield;
  }
  return [...edits, ...removals];
}

/** What was signed is not rewritten, so the whole of it goes. */
function removalsOf(texts: readonly BodyText[], rewritten: ReadonlyMap<number, string>) {
  const edits: Edit[] = [];
  const removed = new Map<JsonArray, SignedUnit[]>();
  for (const index of rewritten.keys()) {
    const unit = texts[index]?.unit;
    if (!unit) continue;
    const units = removed.get(unit.list);
    if (units) units.push(unit);
    else removed.set(unit.list, [unit]);
  }
  for (const [{ items, start, end }, units] of removed) {
    const gone = new Set<JsonNode>(units.map(({ item }) => item));
    const standIn = units[0]?.standIn ?? '';
    if (gone.size === items.length) edits.push({ start, end, text: `[${standIn}]` });
    else edits.push(...dropValues(items, (index) => gone.has(items[index] as JsonNode)));
  }
  const starts = edits.map(({ start }) => start).toSorted((a, b) => a - b);
  const ends = edits.map(({ end }) => end).toSorted((a, b) => a - b);
  const isRemoved = ({ start }: JsonNode): boolean =>
    edits.length > 0 && countUpTo(starts, start) > countUpTo(ends, start);
  return { edits, isRemoved };
}

/** How many of the sorted numbers are at most `value`. */
function countUpTo(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
