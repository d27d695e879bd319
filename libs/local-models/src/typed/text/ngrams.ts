/** Buckets that features share. */
const BUCKETS = 65_536;
/** Of a request, by code points: what stands behind them says no more about what is wanted. */
const CHARS_MAX = 4_000;
/** Of a word, whose parts are features. */
const WORD_CHARS_MAX = 24;
const PART_CHARS = [3, 4, 5];
const WORDS = /[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu;

export interface Ngrams {
  /** Each once, ascending; never empty. */
  readonly ids: readonly number[];
  /** Of length 1 together, but for a text without words. */
  readonly weights: readonly number[];
}

/** Words, pairs of words and parts of words of a text, as buckets with weights. */
export function ngramsOf(text: string): Ngrams {
  const letters = Array.from(text.normalize('NFKC').toLowerCase());
  const words = letters.slice(0, CHARS_MAX).join('').match(WORDS) ?? [];
  const counts = new Map<number, number>();
  for (const feature of featuresOf(words)) {
    const id = bucketOf(feature);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  if (counts.size === 0) return { ids: [0], weights: [0] };
  const ids = [...counts.keys()].toSorted((a, b) => a - b);
  const raw = ids.map((id) => 1 + Math.log(counts.get(id) as number));
  const length = Math.hypot(...raw);
  return { ids, weights: raw.map((weight) => weight / length) };
}

function* featuresOf(words: readonly string[]): Generator<string> {
  for (const [at, word] of words.entries()) {
    yield `w:${word}`;
    const next = words[at + 1];
    if (next !== undefined) yield `b:${word} ${next}`;
    const letters = [' ', ...Array.from(word).slice(0, WORD_CHARS_MAX), ' '];
    for (const chars of PART_CHARS) {
      for (let from = 0; from + chars <= letters.length; from++) {
        yield `c:${letters.slice(from, from + chars).join('')}`;
      }
    }
  }
}

const encoder = new TextEncoder();

/** FNV-1a of 32 bits over UTF-8. */
function bucketOf(feature: string): number {
  let hash = 0x811c9dc5;
  for (const byte of encoder.encode(feature)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0) % BUCKETS;
}
