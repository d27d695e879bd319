/** Classes of characters that most vendors draw from. */
export const ALNUM = '[0-9A-Za-z]';
export const LOWER = '[0-9a-z]';
export const HEX = '[0-9a-f]';
export const ANY_HEX = '[0-9A-Fa-f]';
/** base64url, without padding. */
export const URL64 = '[\\w-]';
/** base64url with padding, as names beside a value leave open which of them it is. */
export const TOKEN = '[\\w=-]';
export const UUID = `${ANY_HEX}{8}-${ANY_HEX}{4}-${ANY_HEX}{4}-${ANY_HEX}{4}-${ANY_HEX}{12}`;

/**
 * How the keys of a vendor look. Shapes are for `shapeOf`. What vendors publish of them is in their
 * documentation and in the rules of public scanners (gitleaks, CredSweeper, detect-secrets).
 */
export interface Vendor {
  /** The subtype of a finding. */
  readonly id: string;
  /** Bits per character that a random value has at least; what has less is an example. */
  readonly floor: number;
  /** Known by what they begin with, wherever they stand. */
  readonly shapes?: readonly string[];
  /** Such as are not rare enough: a word for the vendor stands beside them. */
  readonly weak?: readonly string[];
  /** Like many other values: the name that they are assigned to is one of `names`. */
  readonly named?: readonly string[];
  /** Not secret by themselves, but a part of the credentials: less sure than the policy asks for. */
  readonly ids?: readonly string[];
  /** What names and words call the vendor; its id without these. Several words are parted by blanks. */
  readonly names?: readonly string[];
}
