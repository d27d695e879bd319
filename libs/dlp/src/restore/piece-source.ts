/** A stretch of the answer: `source` as the model wrote it, `value` where it is restored. */
export interface Piece {
  readonly source: string;
  readonly value?: string;
}

/** A growing text, cut into what goes on as it came and what is put back. */
export interface PieceSource {
  push(delta: string): Piece[];
  /** The text is complete. */
  flush(): Piece[];
}
