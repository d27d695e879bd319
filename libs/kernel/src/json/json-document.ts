import { refuse } from '../errors/gateway-error.js';

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

const DEPTH_MAX = 64; // Deeper than any real body; keeps the recursion far from the stack's end.
/** Of a request: a batch of tokenised inputs has 300,000. */
export const REQUEST_NODES_MAX = 500_000;
const NODES_MAX = 5_000_000; // An answer of embeddings that fills its own bound has 4,000,000.
const KEYS_MAX = 10_000; // Per object; a body with more is an attack on lookups, not a request.
const LINEAR_KEYS_MAX = 16; // Up to here comparing every key is faster than building a Set.

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// Everything up to the closing quote, a backslash or a character that JSON forbids in a string.
const PLAIN = /[^"\\\u0000-\u001f]*/y;

/**
 * Parses strictly: duplicate keys, NaN, trailing text, deep nesting and more values than any real
 * body has are refused by name.
 */
export function parseJson(text: string, nodesMax = NODES_MAX): JsonDocument {
  const parser = new Parser(text, nodesMax);
  const root = parser.document();
  return { text, root, nodes: parser.nodes };
}

/** A request's body. @throws body_not_utf8, and all that `parseJson` throws */
export function parseJsonBytes(bytes: Buffer, isUtf8: (bytes: Buffer) => boolean): JsonDocument {
  if (!isUtf8(bytes)) throw refuse('body_not_utf8');
  return parseJson(bytes.toString('utf8'), REQUEST_NODES_MAX);
}

const tooManyNodes = (nodesMax: number) =>
  refuse('body_too_large', { message: `The request body holds more than ${nodesMax} values.` });

class Parser {
  nodes = 0;
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly nodesMax: number,
  ) {}

  document(): JsonNode {
    if (this.text.charCodeAt(0) === 0xfeff) this.at = 1;
    this.skipSpace();
    const root = this.value(0, this.at);
    this.skipSpace();
    if (this.at < this.text.length) throw this.malformed();
    return root;
  }

  /** @param from of the member, or of the value itself */
  private value(depth: number, from: number): JsonNode {
    if (++this.nodes > this.nodesMax) throw tooManyNodes(this.nodesMax);
    switch (this.text.charCodeAt(this.at)) {
      case 0x7b:
        return this.object(depth + 1, from);
      case 0x5b:
        return this.array(depth + 1, from);
      case 0x22:
        return this.string(from);
      case 0x74:
        return this.word('true', true, from);
      case 0x66:
        return this.word('false', false, from);
      case 0x6e:
        return this.word('null', null, from);
      default:
        return this.number(from);
    }
  }

  private object(depth: number, from: number): JsonObject {
    if (depth > DEPTH_MAX) throw refuse('body_too_deep');
    const start = this.at++;
    const keys: string[] = [];
    const values: JsonNode[] = [];
    let seen: Set<string> | undefined;
    this.skipSpace();
    if (this.text.charCodeAt(this.at) === 0x7d) {
      this.at++;
      return { kind: 'object', start, end: this.at, from, keys, values };
    }
    for (;;) {
      if (this.text.charCodeAt(this.at) !== 0x22) throw this.malformed();
      const member = this.at;
      const key = this.quoted();
      if (seen ? seen.has(key) : keys.includes(key)) throw refuse('body_duplicate_key');
      keys.push(key);
      if (seen) seen.add(key);
      else if (keys.length > LINEAR_KEYS_MAX) seen = new Set(keys);
      if (keys.length > KEYS_MAX) throw refuse('body_too_deep');
      this.skipSpace();
      if (this.text.charCodeAt(this.at++) !== 0x3a) throw this.malformed();
      this.skipSpace();
      values.push(this.value(depth, member));
      this.skipSpace();
      const next = this.text.charCodeAt(this.at++);
      if (next === 0x7d) return { kind: 'object', start, end: this.at, from, keys, values };
      if (next !== 0x2c) throw this.malformed();
      this.skipSpace();
    }
  }

  private array(depth: number, from: number): JsonArray {
    if (depth > DEPTH_MAX) throw refuse('body_too_deep');
    const start = this.at++;
    const items: JsonNode[] = [];
    this.skipSpace();
    if (this.text.charCodeAt(this.at) === 0x5d) {
      this.at++;
      return { kind: 'array', start, end: this.at, from, items };
    }
    for (;;) {
      items.push(this.value(depth, this.at));
      this.skipSpace();
      const next = this.text.charCodeAt(this.at++);
      if (next === 0x5d) return { kind: 'array', start, end: this.at, from, items };
      if (next !== 0x2c) throw this.malformed();
      this.skipSpace();
    }
  }

  private string(from: number): JsonString {
    const start = this.at;
    const value = this.quoted();
    return { kind: 'string', start, end: this.at, from, value };
  }

  /** What stands between quotes: a string, or a key. */
  private quoted(): string {
    const start = this.at++;
    let escaped = false;
    for (;;) {
      PLAIN.lastIndex = this.at;
      PLAIN.test(this.text);
      this.at = PLAIN.lastIndex;
      const code = this.text.charCodeAt(this.at);
      if (code === 0x22) break;
      if (code !== 0x5c) throw this.malformed();
      escaped = true;
      this.at += 2;
    }
    this.at++;
    return escaped ? this.decode(start) : this.text.slice(start + 1, this.at - 1);
  }

  private decode(start: number): string {
    try {
      return JSON.parse(this.text.slice(start, this.at)) as string;
    } catch {
      throw this.malformed(start); // A bad escape; JSON.parse's own message would echo the text.
    }
  }

  private word(word: string, value: boolean | null, from: number): JsonScalar {
    if (!this.text.startsWith(word, this.at)) throw this.malformed();
    this.at += word.length;
    return { kind: 'scalar', start: this.at - word.length, end: this.at, from, value };
  }

  private number(from: number): JsonScalar {
    NUMBER.lastIndex = this.at;
    if (!NUMBER.test(this.text)) throw this.malformed();
    const start = this.at;
    this.at = NUMBER.lastIndex;
    const value = Number(this.text.slice(start, this.at));
    return { kind: 'scalar', start, end: this.at, from, value };
  }

  private skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at++;
    }
  }

  private malformed(at = this.at) {
    const where = Math.min(at, this.text.length);
    return refuse('body_malformed', {
      message: `The request body is not valid JSON (at character ${where}).`,
    });
  }
}
