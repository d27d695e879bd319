import type { JsonDocument, JsonNode, JsonString } from './json-document.js';
import type { Edit } from './json-edit.js';

/** A string of a document, quotes included. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** What stands between the quotes of a string; an escape is looked into by whoever decodes it. */
const BODY = /[^"\\\u0000-\u001f]*(?:\\.[^"\\\u0000-\u001f]*)*/y;

/**
 * A JSON text of which some strings may say something else. Whatever they say, the text around them is
 * read as it was read before, and every value stands where it stood, moved by what the strings before
 * it are longer: so a text is read by comparing, at a fraction of what parsing it takes.
 */
export class JsonPattern {
  /** The text before, between and behind what may differ. */
  private readonly fixed: readonly string[];

  /** @param strings what may differ, in their order */
  constructor(
    readonly document: JsonDocument,
    readonly strings: readonly Span[],
  ) {
    const { text } = document;
    const ends = [...strings.map(({ start }) => start + 1), text.length];
    this.fixed = ends.map((end, at) => text.slice((strings[at - 1]?.end ?? 1) - 1, end));
  }

  /** Undefined where anything else differs, or a string is none. */
  match(text: string): AlikeDocument | undefined {
    const { fixed } = this;
    const values: string[] = [];
    const spans: Span[] = [];
    let at = 0;
    for (let index = 0; index < fixed.length; index++) {
      const piece = fixed[index] as string;
      if (!text.startsWith(piece, at)) return undefined;
      at += piece.length;
      if (index === this.strings.length) break;
      BODY.lastIndex = at;
      BODY.test(text);
      const value = decoded(text.slice(at, BODY.lastIndex));
      if (value === undefined) return undefined;
      values.push(value);
      spans.push({ start: at - 1, end: BODY.lastIndex + 1 });
      at = BODY.lastIndex;
    }
    return at === text.length ? new AlikeDocument(text, this, values, spans) : undefined;
  }
}

/** What a pattern has matched. Its values are placed once somebody asks for them. */
export class AlikeDocument implements JsonDocument {
  readonly nodes: number;
  private placed: JsonNode | undefined;

  /** @param values of the strings that may differ, which stand at `spans` */
  constructor(
    readonly text: string,
    private readonly pattern: JsonPattern,
    readonly values: readonly string[],
    readonly spans: readonly Span[],
  ) {
    this.nodes = pattern.document.nodes;
  }

  /** What it is like. */
  get base(): JsonDocument {
    return this.pattern.document;
  }

  /** An edit of what it is like, which touches no string that differs, as one of its own. */
  editLike({ start, end, text }: Edit): Edit {
    return { start: this.moved(start), end: this.moved(end), text };
  }

  get root(): JsonNode {
    return (this.placed ??= this.place(this.pattern.document.root));
  }

  private place(node: JsonNode): JsonNode {
    const start = this.moved(node.start);
    const end = this.moved(node.end);
    const from = this.moved(node.from);
    switch (node.kind) {
      case 'object': {
        const values = node.values.map((value) => this.place(value));
        return { kind: 'object', start, end, from, keys: node.keys, values };
      }
      case 'array':
        return { kind: 'array', start, end, from, items: node.items.map((one) => this.place(one)) };
      case 'string':
        return { kind: 'string', start, end, from, value: this.valueOf(node) };
      case 'scalar':
        return { kind: 'scalar', start, end, from, value: node.value };
    }
  }

  private valueOf({ start, value }: JsonString): string {
    const index = this.pattern.strings.findIndex((one) => one.start === start);
    return this.values[index] ?? value;
  }

  /** Where a place of the pattern is in this text. */
  private moved(place: number): number {
    const { strings } = this.pattern;
    const before = strings.findLastIndex(({ end }) => end <= place);
    return place + (this.spans[before]?.end ?? 0) - (strings[before]?.end ?? 0);
  }
}

function decoded(body: string): string | undefined {
  if (!body.includes('\\')) return body;
  try {
    return JSON.parse(`"${body}"`) as string;
  } catch {
    return undefined;
  }
}
