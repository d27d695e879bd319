/** A stretch of the answer: `source` as the model wrote it, `value` where it is restored. */
export interface Piece {
  readonly source: string;
  readonly value?: string;
}

/** A growing text, cut into what goes on as it came and what is put back. */
export interface PieceSource {
  push(delta: string): Piece[];
  /** The same as `push` and `flush`, without asking what the end of the text may become. */
  finish(delta: string): Piece[];
  /** The text has ended. @param isCut it broke off, so a pseudonym that had begun is not shown */
  flush(isCut?: boolean): Piece[];
  /** The text rests: what need not be held for longer. Nothing where all that is held may be a value. */
  pause?(): Piece[];
}
