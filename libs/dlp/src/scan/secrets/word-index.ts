import type { Finding } from '../../kinds.js';
import { foldedAt, IGNORED, skipIgnored } from '../fold.js';
import { tripleOf, TRIPLES, triplesOf } from './triples.js';

/** Looks for a secret, or for words about one, where a word begins. */
export interface WordMatcher {
  /** One for each way in which the word may begin, of two characters or more; in any case. */
  readonly prefixes: readonly string[];
  /** @param name what the caller calls the text */
  readonly find: (text: string, at: number, findings: Finding[], name: string) => void;
}

/** Tells by the first three characters of a word which matchers may know it: for most words, none. */
export class WordIndex {
  /** 0 for none, otherwise one more than the place in `buckets`. */
  private readonly places = new Uint16Array(TRIPLES);
  private readonly buckets: WordMatcher[][] = [];

  constructor(matchers: readonly WordMatcher[]) {
    for (const matcher of matchers) {
      for (const triple of new Set(matcher.prefixes.flatMap(triplesOf))) {
        if (this.places[triple] === 0) this.places[triple] = this.buckets.push([]);
        this.buckets[(this.places[triple] as number) - 1]?.push(matcher);
      }
    }
  }

  /** @param at index of the first character of a word */
  findAt(text: string, at: number, findings: Finding[], name: string): void {
    const place = this.places[this.tripleAt(text, at)] as number;
    if (place === 0) return;
    for (const { find } of this.buckets[place - 1] ?? []) find(text, at, findings, name);
  }

  private tripleAt(text: string, at: number): number {
    const second = foldedAt(text, at + 1);
    const third = foldedAt(text, at + 2);
    if (second !== IGNORED && third !== IGNORED) return tripleOf(foldedAt(text, at), second, third);
    const next = skipIgnored(text, at + 1);
    return tripleOf(
      foldedAt(text, at),
      foldedAt(text, next),
      foldedAt(text, skipIgnored(text, next + 1)),
    );
  }
}
