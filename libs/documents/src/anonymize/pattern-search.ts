/** Units of a pattern that are hashed; a shorter one is not sought. */
const WINDOW = 5;
/** Shorter patterns count as whole words alone: `maria` stands in `samaria`. */
const WHOLE_WORD_BELOW = 8;
const BASE = 257;
const MODULUS = 1_000_003; // Times the base and a unit of 16 bits it stays an exact number.
const HIGHEST = BASE ** (WINDOW - 1) % MODULUS;

type Units = ArrayLike<number>;

/** Many patterns sought in bytes or in text at once, in time linear in both (Rabin and Karp). */
export class PatternSearch {
  private readonly byHash = new Map<number, Units[]>();

  constructor(patterns: Iterable<Units>) {
    for (const pattern of patterns) {
      if (pattern.length < WINDOW) continue;
      const hash = hashOf(pattern);
      const bucket = this.byHash.get(hash);
      if (bucket) bucket.push(pattern);
      else this.byHash.set(hash, [pattern]);
    }
  }

  /** Whether one of them stands in the units, small and large letters of ASCII alike. */
  isIn(units: Units): boolean {
    if (this.byHash.size === 0 || units.length < WINDOW) return false;
    let hash = hashOf(units);
    for (let at = 0; ; at++) {
      const bucket = this.byHash.get(hash);
      if (bucket?.some((pattern) => standsAt(units, at, pattern))) return true;
      if (at + WINDOW >= units.length) return false;
      const rest = (hash + MODULUS - ((lower(units[at]) * HIGHEST) % MODULUS)) % MODULUS;
      hash = (rest * BASE + lower(units[at + WINDOW])) % MODULUS;
    }
  }
}

function hashOf(units: Units): number {
  let hash = 0;
  for (let at = 0; at < WINDOW; at++) hash = (hash * BASE + lower(units[at])) % MODULUS;
  return hash;
}

function standsAt(units: Units, at: number, pattern: Units): boolean {
  if (at + pattern.length > units.length) return false;
  for (let index = 0; index < pattern.length; index++) {
    if (lower(units[at + index]) !== lower(pattern[index])) return false;
  }
  if (pattern.length >= WHOLE_WORD_BELOW) return true;
  return !isWord(units[at - 1]) && !isWord(units[at + pattern.length]);
}

function lower(unit = 0): number {
  return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
}

/** Letters and digits of ASCII, and all beyond it: bytes of letters in UTF-8. */
function isWord(unit = 0): boolean {
  return (
    (unit >= 0x30 && unit <= 0x39) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x61 && unit <= 0x7a) ||
    unit >= 0x80
  );
}
