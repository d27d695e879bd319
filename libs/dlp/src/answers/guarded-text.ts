import { addAll } from '#kernel';
import type { Piece, PieceSource } from '../restore/piece-source.js';
import type { GuardWindow } from './guard-window.js';

/**
 * A growing text that is looked through before values are put back in it: what was put back is the
 * caller's own, and no finding.
 */
export class GuardedText implements PieceSource {
  /** @param restored null where there is nothing to put back */
  constructor(
    private readonly window: GuardWindow,
    private readonly restored: PieceSource | null,
  ) {}

  push(delta: string): Piece[] {
    return this.restore(this.window.push(delta));
  }

  finish(delta: string): Piece[] {
    const pieces = this.restore(this.window.finish(delta));
    if (this.restored) addAll(pieces, this.restored.flush());
    return pieces;
  }

  flush(isCut?: boolean): Piece[] {
    const pieces = this.restore(this.window.flush());
    if (this.restored) addAll(pieces, this.restored.flush(isCut));
    return pieces;
  }

  pause(): Piece[] {
    return this.restore(this.window.pause());
  }

  private restore(pieces: Piece[]): Piece[] {
    const { restored } = this;
    if (!restored) return pieces;
    const shown: Piece[] = [];
    for (const piece of pieces) {
      if (piece.value === undefined) addAll(shown, restored.push(piece.source));
      else {
        addAll(shown, restored.flush());
        shown.push(piece);
      }
    }
    return shown;
  }
}
