/** What a list says of a word; a word may be on several. */
export const GIVEN = 1;
export const SURNAME = 2;
export const CITY = 4;
export const COUNTRY = 8;
/** Written small in ordinary text, or a noun of a language that writes all nouns with capitals. */
export const COMMON = 16;
/** Articles, prepositions, pronouns, conjunctions. */
export const FUNCTION = 32;
/** `Herr`, `Dr`, `Mme`: what is said before a name. */
export const TITLE = 64;
/** `Name`, `Apellidos`, `From`: what stands before a colon and a name. */
export const LABEL = 128;
/** Months, weekdays, nationalities, languages, products, fonts: capitals that are nobody's name. */
export const NEGATIVE = 256;
/** `von`, `de la`, `van der`: small words within names. */
export const PARTICLE = 512;
/** `GmbH`, `Inc`, `University`. */
export const ORGANISATION = 1024;
/** `Regards`, `Grüßen`: a name follows in the next line. */
export const SIGN_OFF = 2048;
/** `Dear`, `Liebe`, `Szanowny`. */
export const SALUTATION = 4096;
/** `heiße`, `called`, `llamo`: a name follows, however it is written. */
export const INTRODUCTION = 8192;
/** `Street`, `ulica`, `Platz`: a place is meant. */
export const STREET = 16_384;
/** Roles and relations that stand beside names: `minister`, `Frau`, `trener`. */
export const ROLE = 32_768;

const FINGERPRINT_BITS = 16;

/**
 * Words of all lists as fingerprints of 16 bits beside their 16 flags, in a table with open
 * addressing. An unknown word passes for a known one about once in 30,000 times.
 */
export class Lexicon {
  private readonly mask: number;

  /** @param slots pairs of fingerprint (0 is empty) and flags; their number is a power of two */
  constructor(
    private readonly slots: Uint16Array,
    private readonly languages: ReadonlyMap<number, number>,
  ) {
    this.mask = slots.length / 2 - 1;
  }

  languagesOf(hash: number): number {
    return this.languages.get(hash) ?? 0;
  }

  flagsOf(hash: number): number {
    const { slots, mask } = this;
    const fingerprint = fingerprintOf(hash);
    let slot = slotOf(hash) & mask;
    for (;;) {
      const found = slots[2 * slot] as number;
      if (found === fingerprint) return slots[2 * slot + 1] as number;
      if (found === 0) return 0;
      slot = (slot + 1) & mask;
    }
  }
}

/** Builds the table; twice as large as it has words, so that a look-up ends soon. */
export function buildLexicon(words: ReadonlyMap<number, number>): Uint16Array<ArrayBuffer> {
  let size = 1024;
  while (size < words.size * 1.6) size *= 2;
  const slots = new Uint16Array(2 * size);
  for (const [hash, flags] of words) {
    const fingerprint = fingerprintOf(hash);
    let slot = slotOf(hash) & (size - 1);
    while (slots[2 * slot] !== 0 && slots[2 * slot] !== fingerprint) slot = (slot + 1) & (size - 1);
    slots[2 * slot] = fingerprint;
    slots[2 * slot + 1] = (slots[2 * slot + 1] as number) | flags;
  }
  return slots;
}

const slotOf = (hash: number): number => Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 12;

const fingerprintOf = (hash: number): number =>
  Math.imul(hash ^ (hash >>> 13), 0x297a2d39) >>> (32 - FINGERPRINT_BITS) || 1;
