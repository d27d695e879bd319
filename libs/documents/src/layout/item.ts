/** A piece of text on a page: a word, or a run of them. Lengths are of one unit, y goes down. */
export interface TextItem {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Of its font, near enough. */
  readonly height: number;
}
