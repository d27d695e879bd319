import { refuse } from '../errors/gateway-error.js';
import type { Steps } from '../slices.js';

/**
 * A JSON text together with where each value stands in it. The gateway changes only what it must
 * (model, found values, its own extension) by splicing the text, so key order, number spelling and
 * unknown fields reach the provider as the client wrote them.
 */
export interface JsonDocument {
  readonly text: string;
  readonly root: JsonNode;
  /** Values in it, keys not counted: what its memory goes by, beside the text's length. */
  readonly nodes: number;
}

export type JsonNode = JsonObject | JsonArray | JsonString | JsonScalar;

/** `start` and `end` are UTF-16 offsets into the text: `text.slice(start, end)` is the value. */
interface Placed {
  readonly start: number;
  readonly end: number;
  /** Where the member that it is the value of begins, at the quote of its key; else its start. */
  readonly from: number;
}

export interface JsonObject extends Placed {
  readonly kind: 'object';
  readonly keys: readonly string[];
  readonly values: readonly JsonNode[];
}

export interface JsonArray extends Placed {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
}

export interface JsonString extends Placed {
  readonly kind: 'string';
  readonly value: string;
}

export interface JsonScalar extends Placed {
  readonly kind: 'scalar';
  readonly value: number | boolean | null;
}

const DEPTH_MAX = 64; // Deeper than any real body; keeps walks far from the stack's end.
const KEYS_MAX = 10_000; // Per object; a body with more is an attack on lookups, not a request.
const TOO_MANY_KEYS = `An object in the request body has more than ${KEYS_MAX} keys. Send fewer.`;
const LINEAR_KEYS_MAX = 16; // Up to here comparing every key is faster than building a Set.
/** Of a request: a batch of tokenised inputs has 300,000. */
export const REQUEST_NODES_MAX = 500_000;
export const ANSWER_NODES_MAX = 5_000_000; // One of embeddings that fills its own bound has 4,000,000.
/** Of one event: a long answer told once more at its end, with probabilities, has 300,000. */
const EVENT_NODES_MAX = 500_000;
const STEP_CHARS = 65_536; // Under a millisecond, however many values they hold.
const STEP_BYTES = 524_288; // Decoded in about a millisecond, if none of it is ASCII.
const STEP_NODES = 8_192; // The same for values that are made.
const SPACES_MAX = 4_194_304; // Between two tokens: milliseconds, and no writer indents so far.
const PIECE_CHARS = 32_768; // Of a long string, which is decoded piece by piece.

const BYTE_ORDER_MARK = '\ufeff';

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Up to the closing quote, a backslash or a character that JSON forbids in a string. */
const PLAIN = /[^"\\\u0000-\u001f]*/y;
/** The same with an end: counting costs half as much again, so only where a text may be long. */
const PLAIN_PIECE = /[^"\\\u0000-\u001f]{0,32768}/y;

/**
 * Parses strictly: duplicate keys, NaN, trailing text, deep nesting and more values than any real
 * body has are refused by name.
 */
export function parseJson(text: string): JsonDocument {
  const parser = new Parser(text, ANSWER_NODES_MAX, startOf(text));
  while (!parser.run(Infinity, Infinity)) continue;
  return parser.document;
}

/** A request's text, step by step. @throws all that `parseJson` throws */
export function* parseSteps(text: string): Steps<JsonDocument> {
  return yield* parseWithin(new Parser(text, REQUEST_NODES_MAX, 0));
}

/**
 * An answer's bytes, step by step; what is no UTF-8 in them is replaced.
 * @param nodesMax values that it may have @throws as `parseJson`
 */
export function* parseAnswer(
  chunks: readonly Buffer[],
  nodesMax = ANSWER_NODES_MAX,
): Steps<JsonDocument> {
  const text = yield* decode(chunks, () => true);
  return yield* parseWithin(new Parser(text, nodesMax, startOf(text)));
}

/** The text of one large event of a stream, step by step. @throws as `parseJson` */
export function* parseEvent(text: string): Steps<JsonDocument> {
  return yield* parseWithin(new Parser(text, EVENT_NODES_MAX, startOf(text)));
}

const startOf = (text: string): number => (text.startsWith(BYTE_ORDER_MARK) ? 1 : 0);

function* parseWithin(parser: Parser): Steps<JsonDocument> {
  while (!parser.run(STEP_CHARS, STEP_NODES)) yield;
  return parser.document;
}

/**
 * The bytes of a request as they came, step by step. The mark of the order of bytes is dropped: some
 * readers skip it, others refuse what follows.
 * @throws body_not_utf8, and all that `parseSteps` throws
 */
export function* parseBytes(
  chunks: readonly Buffer[],
  isUtf8: (bytes: Buffer) => boolean,
): Steps<JsonDocument> {
  const text = yield* decode(chunks, isUtf8);
  return yield* parseSteps(text.slice(startOf(text)));
}

/** Never puts a large body together as bytes: that alone takes as long as decoding it. */
function* decode(chunks: readonly Buffer[], isUtf8: (bytes: Buffer) => boolean): Steps<string> {
  const read = (bytes: Buffer): string => {
    if (!isUtf8(bytes)) throw refuse('body_not_utf8');
    return bytes.toString('utf8');
  };
  const whole = chunks.reduce((sum, { length }) => sum + length, 0);
  if (whole <= STEP_BYTES) return read(joined(chunks));
  const pieces: string[] = [];
  let pending: Buffer[] = [];
  let size = 0;
  for (const part of partsOf(chunks)) {
    pending.push(part);
    size += part.length;
    if (size < STEP_BYTES) continue;
    const bytes = joined(pending);
    const end = endOfCharacters(bytes);
    pieces.push(read(bytes.subarray(0, end)));
    pending = [bytes.subarray(end)];
    size = bytes.length - end;
    yield;
  }
  pieces.push(read(joined(pending)));
  yield;
  const text = pieces.join('');
  yield;
  return text;
}

const joined = (chunks: readonly Buffer[]): Buffer =>
  chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);

function* partsOf(chunks: readonly Buffer[]): Generator<Buffer> {
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += STEP_BYTES) {
      yield chunk.subarray(at, at + STEP_BYTES);
    }
  }
}

/** Where the last character begins, since it may not be whole; in what is no UTF-8, any place. */
function endOfCharacters(bytes: Buffer): number {
  let end = bytes.length - 1;
  while (bytes.length - end < 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return end;
}

/** An object or an array that is not closed yet. */
type Open =
  | (Omit<JsonObject, 'end'> & {
      end: number;
      readonly keys: string[];
      readonly values: JsonNode[];
    })
  | (Omit<JsonArray, 'end'> & { end: number; readonly items: JsonNode[] });

/** A string too long for one step. */
interface LongString {
  readonly start: number;
  readonly isKey: boolean;
  readonly pieces: string[];
}

/** Without recursion, so that it can rest anywhere. */
class Parser {
  private nodes = 0;
  private root: JsonNode | undefined;
  private readonly open: Open[] = [];
  /** The keys of an object, once there are too many to compare each. */
  private readonly seen = new Map<Open, Set<string>>();
  /** Where the member begins whose value comes next, or -1. */
  private memberAt = -1;
  private long: LongString | null = null;
  private readonly plain: RegExp;
  private hasEscape = false;

  constructor(
    private readonly text: string,
    private readonly nodesMax: number,
    private at: number,
  ) {
    this.plain = text.length > STEP_CHARS ? PLAIN_PIECE : PLAIN;
    this.skipSpace();
  }

  get document(): JsonDocument {
    if (!this.root) throw this.malformed();
    return { text: this.text, root: this.root, nodes: this.nodes };
  }

  /** @returns whether the text is parsed */
  run(chars: number, nodes: number): boolean {
    const restAt = this.at + chars;
    const restAfter = this.nodes + nodes;
    while (!this.root) {
      if (this.at >= restAt || this.nodes >= restAfter) return false;
      if (this.long) this.readOn(this.long);
      else this.value();
    }
    this.skipSpace();
    if (this.at < this.text.length) throw this.malformed();
    return true;
  }

  private value(): void {
    if (++this.nodes > this.nodesMax) {
      throw refuse('body_too_large', {
        message: `The request body holds more than ${this.nodesMax} values.`,
      });
    }
    switch (this.text.charCodeAt(this.at)) {
      case 0x7b:
        return this.openObject();
      case 0x5b:
        return this.openArray();
      case 0x22:
        return this.string();
      case 0x74:
        return this.word('true', true);
      case 0x66:
        return this.word('false', false);
      case 0x6e:
        return this.word('null', null);
      default:
        return this.number();
    }
  }

  private openObject(): void {
    const start = this.at;
    this.enter({ kind: 'object', start, end: 0, from: this.begin(start), keys: [], values: [] });
    if (this.text.charCodeAt(this.at) === 0x7d) this.close();
    else this.readKey();
  }

  private openArray(): void {
    const start = this.at;
    this.enter({ kind: 'array', start, end: 0, from: this.begin(start), items: [] });
    if (this.text.charCodeAt(this.at) === 0x5d) this.close();
  }

  private enter(container: Open): void {
    if (this.open.push(container) > DEPTH_MAX) throw refuse('body_too_deep');
    this.at++;
    this.skipSpace();
  }

  /** The innermost container ends here; so may those around it. */
  private close(): void {
    this.at++;
    const container = this.open.pop() as Open;
    container.end = this.at;
    this.add(container);
  }

  private add(value: JsonNode): void {
    const container = this.open[this.open.length - 1];
    if (!container) {
      this.root = value;
      return;
    }
    const isObject = container.kind === 'object';
    (isObject ? container.values : container.items).push(value);
    this.skipSpace();
    const next = this.text.charCodeAt(this.at);
    if (next === (isObject ? 0x7d : 0x5d)) return this.close();
    if (next !== 0x2c) throw this.malformed(this.at + 1);
    this.at++;
    this.skipSpace();
    if (isObject) this.readKey();
  }

  private readKey(): void {
    if (this.text.charCodeAt(this.at) !== 0x22) throw this.malformed();
    this.memberAt = this.at;
    const key = this.quoted(true);
    if (key !== undefined) this.addKey(key);
  }

  private addKey(key: string): void {
    const object = this.open[this.open.length - 1] as Extract<Open, { kind: 'object' }>;
    const { keys } = object;
    const isFew = keys.length <= LINEAR_KEYS_MAX;
    if (isFew ? keys.includes(key) : this.keysOf(object).has(key)) {
      throw refuse('body_duplicate_key');
    }
    keys.push(key);
    if (!isFew) this.keysOf(object).add(key);
    if (keys.length > KEYS_MAX) throw refuse('body_too_deep', { message: TOO_MANY_KEYS });
    this.skipSpace();
    if (this.text.charCodeAt(this.at++) !== 0x3a) throw this.malformed();
    this.skipSpace();
  }

  private keysOf(object: Extract<Open, { kind: 'object' }>): Set<string> {
    let keys = this.seen.get(object);
    if (!keys) this.seen.set(object, (keys = new Set(object.keys)));
    return keys;
  }

  private string(): void {
    const start = this.at;
    const value = this.quoted(false);
    if (value !== undefined) this.addString(start, value);
  }

  private addString(start: number, value: string): void {
    this.add({ kind: 'string', start, end: this.at, from: this.begin(start), value });
  }

  /** What stands between quotes; undefined when it is too long for one step. */
  private quoted(isKey: boolean): string | undefined {
    const { text, plain, at: start } = this;
    plain.lastIndex = start + 1;
    plain.test(text);
    const plainEnd = plain.lastIndex;
    if (text.charCodeAt(plainEnd) === 0x22) {
      this.at = plainEnd + 1;
      return text.slice(start + 1, plainEnd);
    }
    const end = this.endOfPiece(start + 1);
    if (text.charCodeAt(end) === 0x22) {
      this.at = end + 1;
      return this.decode(start + 1, end);
    }
    this.at = start + 1;
    this.long = { start, isKey, pieces: [] };
    return undefined;
  }

  private readOn(long: LongString): void {
    const from = this.at;
    this.at = this.endOfPiece(from);
    long.pieces.push(this.decode(from, this.at));
    if (this.text.charCodeAt(this.at) !== 0x22) return;
    this.at++;
    this.long = null;
    const value = long.pieces.join('');
    if (long.isKey) this.addKey(value);
    else this.addString(long.start, value);
  }

  /** The closing quote, or a place between two characters where the piece is long enough. */
  private endOfPiece(from: number): number {
    const { text, plain } = this;
    let at = from;
    this.hasEscape = false;
    while (at - from < PIECE_CHARS) {
      plain.lastIndex = at;
      plain.test(text);
      at = plain.lastIndex;
      const code = text.charCodeAt(at);
      if (code === 0x22) return at;
      if (code === 0x5c) {
        this.hasEscape = true;
        at += text.charCodeAt(at + 1) === 0x75 ? 6 : 2;
      } else if (!(code >= 0x20)) throw this.malformed(at);
      if (at > text.length) throw this.malformed(text.length);
    }
    return at;
  }

  private decode(from: number, to: number): string {
    const text = this.text.slice(from, to);
    if (!this.hasEscape) return text;
    try {
      return JSON.parse(`"${text}"`) as string;
    } catch {
      throw this.malformed(from); // A bad escape; JSON.parse's own message would echo the text.
    }
  }

  private word(word: string, value: boolean | null): void {
    const start = this.at;
    if (!this.text.startsWith(word, start)) throw this.malformed();
    this.at += word.length;
    this.add({ kind: 'scalar', start, end: this.at, from: this.begin(start), value });
  }

  private number(): void {
    const start = this.at;
    NUMBER.lastIndex = start;
    if (!NUMBER.test(this.text)) throw this.malformed();
    this.at = NUMBER.lastIndex;
    const value = Number(this.text.slice(start, this.at));
    this.add({ kind: 'scalar', start, end: this.at, from: this.begin(start), value });
  }

  /** Where the member begins that the value at `start` belongs to, or the value itself. */
  private begin(start: number): number {
    const from = this.memberAt;
    this.memberAt = -1;
    return from < 0 ? start : from;
  }

  private skipSpace(): void {
    const from = this.at;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at++;
      if (this.at - from > SPACES_MAX) throw this.malformed();
    }
  }

  private malformed(at = this.at) {
    const where = Math.min(at, this.text.length);
    return refuse('body_malformed', {
      message: `The request body is not valid JSON (at character ${where}).`,
    });
  }
}
