import { runAtOnce, type Steps } from '#kernel';
import { cleanMessage } from '#wire';
import { SLICE_CHARS } from '../limits.js';
import { mayHoldCode } from '../pseudonyms/code.js';
import type { Vault } from '../pseudonyms/vault.js';
import { AnyText } from './any-text.js';
import type { Piece, PieceSource } from './piece-source.js';

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

  /** The same of a delta that may be long. */
  *pushSteps(delta: string): Steps<string> {
    if (delta.length <= SLICE_CHARS) return this.push(delta);
    const shown: string[] = [];
    for (let at = 0; at < delta.length; at += SLICE_CHARS) {
      shown.push(this.push(delta.slice(at, at + SLICE_CHARS)));
      yield;
    }
    return shown.join('');
  }

  /** What was held back, once the text has ended. @param isCut it broke off */
  flush(isCut?: boolean): string {
    return join(this.pieces.flush(isCut));
  }

  /** What can be shown after the last delta. */
  finish(delta: string): string {
    return join(this.pieces.finish(delta));
  }
}

const join = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => piece.value ?? piece.source).join('');

const restoreAtOnce = (vault: Vault, text: string): string =>
  mayHoldCode(text) ? new TextRestorer(vault).finish(text) : text;

/** @param isCut the text broke off, so a pseudonym that had begun at its end is not shown */
export function* restoreWhole(vault: Vault, text: string, isCut = false): Steps<string> {
  if (text.length <= SLICE_CHARS && !isCut) return restoreAtOnce(vault, text);
  const restorer = new TextRestorer(vault);
  const shown = yield* restorer.pushSteps(text);
  return shown + restorer.flush(isCut);
}

/** A short text beside the answer, such as the message of an error; a bounded line as it was before. */
export function restoreLine(vault: Vault, text: string): string {
  const restored = runAtOnce(restoreWhole(vault, text));
  return restored === text ? text : cleanMessage(restored);
}
