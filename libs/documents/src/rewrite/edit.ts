/** A stretch of a text and what stands there instead, in UTF-16 units of that text. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text of a document: what people read, or what only programs do. */
export interface DocumentText {
  readonly text: string;
  /** Words and sentences, in which values are sought; elsewhere only known ones are. */
  readonly isProse: boolean;
}

/** A picture within a document. */
export interface Picture {
  readonly bytes: Uint8Array;
}

/** A document that was read, and can be written with other words and pictures. */
export interface OpenDocument {
  /** In an order that is the same whenever the same bytes are read. */
  readonly texts: readonly DocumentText[];
  readonly pictures: readonly Picture[];
  /**
   * @param edits by the place of their text; sorted, without overlaps
   * @param pictures by the place of the picture: PNG; null takes it out
   */
  write(edits: readonly (readonly Edit[])[], pictures: readonly (Uint8Array | null)[]): Uint8Array;
}

export function applyEdits(text: string, edits: readonly Edit[]): string {
  let written = '';
  let at = 0;
  for (const { start, end, text: put } of edits) {
    written += text.slice(at, start) + put;
    at = end;
  }
  return written + text.slice(at);
}
