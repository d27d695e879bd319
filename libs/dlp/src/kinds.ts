import { DATA_KINDS, type DataKind as Kind } from '#contract';

export type { Kind };

/** What speaks for a finding, the strongest first: where two cross, the stronger names both. */
const EVIDENCE = ['term', 'structure', 'checksum', 'prefix', 'cue', 'model', 'shape'] as const;
export type Evidence = (typeof EVIDENCE)[number];

/** The higher, the stronger. */
export const RANK_OF = Object.fromEntries(
  EVIDENCE.toReversed().map((evidence, rank) => [evidence, rank]),
) as Readonly<Record<Evidence, number>>;

/** A found value: UTF-16 offsets into the scanned text. The value itself is never kept. */
export interface Finding {
  readonly kind: Kind;
  /** Whose number it is, as `pl_pesel` of the kind `national_id`. */
  readonly subtype?: string | undefined;
  /** Of the kind, or as the caller of `gw.remove` wants it. */
  readonly label: string;
  readonly start: number;
  readonly end: number;
  /** How sure it is, from 0 to 1; a policy says from where on it acts. */
  readonly score: number;
  readonly evidence: Evidence;
  /** How it reads where it stands in an escaped form: what is put back in the answer. */
  readonly value?: string | undefined;
  /** The same in plain characters, where it is spelled in others that look alike. */
  readonly canonical?: string | undefined;
  /** The rest of a value that began in the text before this one: it goes without a word for it. */
  readonly isRest?: true | undefined;
}

/** How sure a finding is, and why. */
export type Grounds = Pick<Finding, 'score' | 'evidence' | 'subtype'>;

export const findingOf = (kind: Kind, start: number, end: number, grounds: Grounds): Finding => ({
  kind,
  label: DATA_KINDS[kind].label,
  start,
  end,
  ...grounds,
});
