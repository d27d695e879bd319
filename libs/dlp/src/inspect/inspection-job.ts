import type { Decided } from '../policy.js';
import type { MarkedTexts } from '../scan/operator/marked-texts.js';
import type { TermScan } from '../scan/removal-terms.js';
import type { Rules } from './rules.js';

export interface ScanText {
  readonly text: string;
  /** What the caller calls it, where it is the value of a member of the caller's own. */
  readonly name?: string | undefined;
  /** Nothing can stand in for what is found here. */
  readonly isFixed: boolean;
  /** Where something is found the text goes, with all that its signature stands for. */
  readonly unit?: object;
  /** Bytes that only the provider understands: that nobody reads them is known. */
  readonly isSealed?: true;
}

/** A text with the place that a refusal names. */
export interface PlacedText extends ScanText {
  readonly path: string;
}

export interface Job extends Rules {
  readonly texts: readonly ScanText[];
  readonly terms: TermScan | null;
  /** What a model of the operator's marked in these texts. */
  readonly marked?: MarkedTexts | null;
  /** Places of texts that are read one after the other. */
  readonly runs?: readonly (readonly number[])[];
  /** What a model said before, or a tool brought; all is the caller's own where nobody says. */
  readonly isSaidByOthers?: (index: number) => boolean;
  /** Places of texts of messages of one role that follow each other. */
  readonly turns?: readonly (readonly number[])[];
  /** Where a text stands in the body, for refusals. */
  readonly pathOf: (index: number) => string;
  /** The same for the log, in words of the format alone. */
  readonly placeOf: (index: number) => string;
}

/** A text with what the policy decided about what stands in it. */
export interface ScannedText {
  readonly index: number;
  readonly text: string;
  readonly isFixed: boolean;
  /** It is not rewritten but goes as a whole. */
  readonly isRemoved: boolean;
  readonly findings: readonly Decided[];
}
