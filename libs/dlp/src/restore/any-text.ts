import type { Before } from '../answers/guard-window.js';
import { addAll } from '#kernel';
import { NESTED_TEXTS_MAX } from '../limits.js';
import { FencedText } from './fenced-text.js';
import { JsonPieces } from './json-pieces.js';
import { newText, type TextRules } from './new-text.js';
import type { Piece, PieceSource } from './piece-source.js';

/**
 * Prose, or JSON in a string: its first character tells, whether or not anybody asked for JSON. What
 * is put back in a string of JSON is escaped, and such a string may be JSON once more. Prose may hold
 * JSON between fences.
 */
export class AnyText implements PieceSource {
  private text: PieceSource | null = null;

  constructor(
    private readonly rules: TextRules,
    private readonly depth: number,
    private readonly before: Before = { tail: '' },
  ) {}

  push(delta: string): Piece[] {
    if (this.text) return this.text.push(delta);
    const { pieces, text, rest } = this.begin(delta);
    if (text) addAll(pieces, text.push(rest));
    this.text = text;
    return pieces;
  }

  finish(delta: string): Piece[] {
    const begun = this.text;
    this.text = null;
    if (begun) return begun.finish(delta);
    const { pieces, text, rest } = this.begin(delta);
    if (text) addAll(pieces, text.finish(rest));
    return pieces;
  }

  flush(isCut?: boolean): Piece[] {
    const pieces = this.text?.flush(isCut) ?? [];
    this.text = null;
    return pieces;
  }

  pause(): Piece[] {
    return this.text?.pause?.() ?? [];
  }

  /** Blanks tell nothing yet, and are no part of the text: it begins at the same place however it is cut. */
  private begin(delta: string): Beginning {
    const start = delta.search(/\S/);
    const blanks = start < 0 ? delta : delta.slice(0, start);
    return {
      pieces: blanks === '' ? [] : [{ source: blanks }],
      text: start < 0 ? null : this.textBeginningWith(delta.charAt(start)),
      rest: delta.slice(blanks.length),
    };
  }

  private textBeginningWith(first: string): PieceSource {
    const { rules, before } = this;
    if (this.depth >= NESTED_TEXTS_MAX) return newText(rules, before);
    if (first === '{' || first === '[') return this.newJson();
    return new FencedText(
      () => newText(rules, before),
      (words) => (SAYS_JSON.test(words) ? this.newJson() : this.newInner(rules.name, before)),
    );
  }

  private newJson(): PieceSource {
    return new JsonPieces(
      (name) => newText({ ...this.rules, name }),
      (name) => this.newInner(name),
    );
  }

  /** @param before what stands in front of a text between fences */
  private newInner(name: string, before?: Before): PieceSource {
    return new AnyText({ ...this.rules, name }, this.depth + 1, before);
  }
}

interface Beginning {
  readonly pieces: Piece[];
  readonly text: PieceSource | null;
  readonly rest: string;
}

/** `json`, `jsonl`, `json5`, `ndjson`, `geojson` and what else there is. */
const SAYS_JSON = /^\s*\w*json/i;
