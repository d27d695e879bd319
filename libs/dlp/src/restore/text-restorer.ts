import { runAtOnce, type Steps } from '#kernel';
import { cleanMessage } from '#wire';
import { SLICE_CHARS } from '../limits.js';
import { mayHoldCode } from '../pseudonyms/code.js';
import type { Vault } from '../pseudonyms/vault.js';
import type { TextRules } from './new-text.js';
import { AnyText } from './any-text.js';
import type { Piece, PieceSource } from './piece-source.js';

/** Looking through a text costs far more than putting values back in it. */
const GUARDED_STEP_CHARS = 1_024;

/** Restores one growing text of the answer, and looks through it where its rules say so. */
export class TextRestorer {
  private readonly pieces: PieceSource;
  private readonly stepChars: number;

  constructor(rules: TextRules) {
    this.pieces = new AnyText(rules, 0);
    this.stepChars = rules.guard ? GUARDED_STEP_CHARS : SLICE_CHARS;
  }

  /** What can be shown after this delta; what is held back comes with a later one. */
  push(delta: string): string {
    return join(this.pieces.push(delta));
  }

  /** The same of a delta that may be long. */
  *pushSteps(delta: string): Steps<string> {
    const { stepChars } = this;
    if (delta.length <= stepChars) return this.push(delta);
    const shown: string[] = [];
    for (let at = 0; at < delta.length; at += stepChars) {
      shown.push(this.push(delta.slice(at, at + stepChars)));
      yield;
    }
    return shown.join('');
  }

  /** The text rests: what need not be held for longer. */
  pause(): string {
    return join(this.pieces.pause?.() ?? []);
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

const restoreAtOnce = (rules: TextRules, text: string): string =>
  rules.guard || mayHoldCode(text) ? new TextRestorer(rules).finish(text) : text;

/** @param isCut the text broke off, so a pseudonym that had begun at its end is not shown */
export function* restoreWhole(rules: TextRules, text: string, isCut = false): Steps<string> {
  const atOnce = rules.guard ? GUARDED_STEP_CHARS : SLICE_CHARS;
  if (text.length <= atOnce && !isCut) {
    if (rules.guard) yield; // Many short ones cost as much as a long one.
    return restoreAtOnce(rules, text);
  }
  const restorer = new TextRestorer(rules);
  const shown = yield* restorer.pushSteps(text);
  return shown + restorer.flush(isCut);
}

/** A short text beside the answer, such as the message of an error; a bounded line as it was before. */
export function restoreLine(vault: Vault, text: string): string {
  const beside = { vault, guard: null, place: '', name: '', isSigned: false };
  const restored = runAtOnce(restoreWhole(beside, text));
  return restored === text ? text : cleanMessage(restored);
}
