/** A power of two, of which no more than a half may be taken. */
const PLACES = 0x4000;

/** Bits by the hashes of words: nearly every word of a text is looked up, and nearly none is found. */
export class WordBits {
  private readonly hashes = new Int32Array(PLACES);
  private readonly bits = new Int32Array(PLACES);

  add(hash: number, bits: number): void {
    const place = this.placeOf(hash);
    this.hashes[place] = hash;
    this.bits[place] = (this.bits[place] as number) | bits;
  }

  /** 0 for what was never added. */
  of(hash: number): number {
    return this.bits[this.placeOf(hash)] as number;
  }

  /** Where the hash stands, or where it is free. */
  private placeOf(hash: number): number {
    let place = (hash ^ (hash >>> 15)) & (PLACES - 1);
    while (this.bits[place] !== 0 && this.hashes[place] !== (hash | 0)) {
      place = (place + 1) & (PLACES - 1);
    }
    return place;
  }
}
