/** How much there is to write. */
export interface TextSize {
  readonly chars: number;
  /** Values of JSON, or events. */
  readonly nodes: number;
}

/** A value costs 3 µs to read and write in another format, so that these take some 6 ms. */
const TRANSLATED_NODES_MAX = 2_048;
/** A character costs 3 ns; so many take a millisecond. Usual conversations are a tenth as long. */
const TRANSLATED_CHARS_MAX = 256 * 1_024;
/** A value costs 0.6 µs where marks are looked for and the caller's text is spliced: 20 ms. */
const SPLICED_NODES_MAX = 32_768;

/** Whether a body or an answer is written within one turn of the event loop that nobody notices. */
export const fitsInTurn = ({ nodes, chars }: TextSize, isTranslated: boolean): boolean =>
  isTranslated
    ? nodes <= TRANSLATED_NODES_MAX && chars <= TRANSLATED_CHARS_MAX
    : nodes <= SPLICED_NODES_MAX;
