import type { Steps } from '#kernel';
import { NESTED_JSON_MAX, SLICE_CHARS } from '../limits.js';
import type { Vault } from '../pseudonyms/vault.js';
import { JsonPieces } from './json-pieces.js';
import type { Piece, PieceSource } from './piece-source.js';
import { RestoreWindow } from './restore-window.js';

/** Restores one growing text of the answer. */
export class TextRestorer {
  private readonly pieces: PieceSource;

  constructor(vault: Vault) {
    this.pieces = new AnyText(vault, 0);
  }

  /** What can be shown after this delta; what is held back comes with a later one. */
  push(delta: string): string {
    return join(this.pieces.push(delta));
  }

  /** What was held back. The text is complete. */
  flush(): string {
    return join(this.pieces.flush());
  }
}

const join = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => piece.value ?? piece.source).join('');

export function* restoreWhole(vault: Vault, text: string): Steps<string> {
  const restorer = new TextRestorer(vault);
  if (text.length <= SLICE_CHARS) return restorer.push(text) + restorer.flush();
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += SLICE_CHARS) {
    pieces.push(restorer.push(text.slice(at, at + SLICE_CHARS)));
    yield;
  }
  pieces.push(restorer.flush());
  return pieces.join('');
}

/**
 * Prose, or JSON in a string: its first character tells, whether or not anybody asked for JSON. What
 * is put back in a string of JSON is escaped, and such a string may be JSON once more.
 */
class AnyText implements PieceSource {
  private text: PieceSource | null = null;

  constructor(
    private readonly vault: Vault,
    private readonly depth: number,
  ) {}

  push(delta: string): Piece[] {
    if (!this.text) {
      const first = /\S/.exec(delta)?.[0];
      if (first === undefined) return delta === '' ? [] : [{ source: delta }];
      this.text = this.textBeginningWith(first);
    }
    return this.text.push(delta);
  }

  flush(): Piece[] {
    const pieces = this.text?.flush() ?? [];
    this.text = null;
    return pieces;
  }

  private textBeginningWith(first: string): PieceSource {
    const isJson = (first === '{' || first === '[') && this.depth < NESTED_JSON_MAX;
    if (!isJson) return new RestoreWindow(this.vault);
    return new JsonPieces(this.vault, () => new AnyText(this.vault, this.depth + 1));
  }
}
