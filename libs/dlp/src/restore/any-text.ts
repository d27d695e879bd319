import { NESTED_TEXTS_MAX } from '../limits.js';
import type { Vault } from '../pseudonyms/vault.js';
import { FencedText } from './fenced-text.js';
import { JsonPieces } from './json-pieces.js';
import type { Piece, PieceSource } from './piece-source.js';
import { VisibleText } from './visible-text.js';

/**
 * Prose, or JSON in a string: its first character tells, whether or not anybody asked for JSON. What
 * is put back in a string of JSON is escaped, and such a string may be JSON once more. Prose may hold
 * JSON between fences.
 */
export class AnyText implements PieceSource {
  private text: PieceSource | null = null;

  constructor(
    private readonly vault: Vault,
    private readonly depth: number,
  ) {}

  push(delta: string): Piece[] {
    const text = (this.text ??= this.textBeginningWith(delta));
    if (text) return text.push(delta);
    return delta === '' ? [] : [{ source: delta }];
  }

  finish(delta: string): Piece[] {
    const text = this.text ?? this.textBeginningWith(delta);
    this.text = null;
    if (text) return text.finish(delta);
    return delta === '' ? [] : [{ source: delta }];
  }

  flush(isCut?: boolean): Piece[] {
    const pieces = this.text?.flush(isCut) ?? [];
    this.text = null;
    return pieces;
  }

  /** Null for blanks, which tell nothing yet. */
  private textBeginningWith(delta: string): PieceSource | null {
    const first = /\S/.exec(delta)?.[0];
    if (first === undefined) return null;
    if (this.depth >= NESTED_TEXTS_MAX) return this.newProse();
    if (first === '{' || first === '[') return this.newJson();
    return new FencedText(
      () => this.newProse(),
      (words) => (SAYS_JSON.test(words) ? this.newJson() : this.newInner()),
    );
  }

  private newProse(): PieceSource {
    return new VisibleText(this.vault);
  }

  private newJson(): PieceSource {
    return new JsonPieces(this.vault, () => this.newInner());
  }

  private newInner(): PieceSource {
    return new AnyText(this.vault, this.depth + 1);
  }
}

/** `json`, `jsonl`, `json5`, `ndjson`, `geojson` and what else there is. */
const SAYS_JSON = /^\s*\w*json/i;
