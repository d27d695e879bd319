/** What can be found. `removal_term` is a term that the caller named in `gw.remove`. */
export type Kind = 'email' | 'iban' | 'credit_card' | 'removal_term';

/** A found value: UTF-16 offsets into the scanned text. The value itself is never kept. */
export interface Finding {
  readonly kind: Kind;
  /** The word in front of a pseudonym: `EMAIL` in `EMAIL_P4TN8M`. */
  readonly label: string;
  readonly start: number;
  readonly end: number;
  /** How it reads where it stands in an escaped form: what is put back in the answer. */
  readonly value?: string | undefined;
  /** The same in plain characters, where it is spelled in others that look alike. */
  readonly canonical?: string | undefined;
  /** The rest of a value that began in the text before this one: it goes without a word for it. */
  readonly isRest?: true | undefined;
}

interface KindSpec {
  readonly label: string;
  /** Where two findings cross, the higher rank names the joint span. */
  readonly rank: number;
}

/** A term the caller named outranks a checked number, which outranks a bare shape. */
export const KINDS: Readonly<Record<Kind, KindSpec>> = {
  removal_term: { label: 'REMOVAL_TERM', rank: 4 },
  iban: { label: 'IBAN', rank: 3 },
  credit_card: { label: 'CREDIT_CARD', rank: 2 },
  email: { label: 'EMAIL', rank: 1 },
};

export const findingOf = (kind: Kind, start: number, end: number): Finding => ({
  kind,
  label: KINDS[kind].label,
  start,
  end,
});
