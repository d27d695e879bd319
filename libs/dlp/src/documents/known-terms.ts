import type { Steps } from '#kernel';
import type { Finding, Kind } from '../kinds.js';
import { SCAN_CHARS } from '../limits.js';
import { canonicalValue } from '../pseudonyms/canonical-value.js';
import { foldTerm } from '../scan/fold-term.js';
import { TermScan, TermTree } from '../scan/removal-terms.js';
import { FOLDED_TERM_CHARS_MAX } from '../limits.js';

/** Shorter values stand in many words by chance; in what only programs read, longer ones do, too. */
const PROSE_CHARS_MIN = 4;
const LOOSE_CHARS_MIN = 5;
/** A part of a name that stands for a person by itself: `Whitcombe`, and not `von`. */
const NAME_WORD_CHARS_MIN = 4;
const NAME_WORD = /[\p{Lu}\p{Lt}][\p{L}\p{M}'’-]*/gu;

/** First and last name of whose address it is. */
const OWNER = /^(\p{L}{3,})[._-](\p{L}{3,})@/u;

interface Value {
  readonly kind: Kind;
  readonly key: string;
}

/**
 * The values of one document, sought in all of its texts: who was named in a sentence is named in a header, in
 * the name of a sheet and in an address, where nothing around tells that it is a name.
 */
export class KnownTerms {
  private readonly byTerm = new Map<string, Value>();
  private prose: TermScan | null = null;
  private loose: TermScan | null = null;

  /** @param wantsNames an address `eleanor.whitcombe@…` tells whose it is */
  constructor(private readonly wantsNames: boolean) {}

  /** @param value as it reads */
  add(kind: Kind, value: string): void {
    const key = canonicalValue(kind, value);
    this.addTerm(value, { kind, key });
    if (kind === 'email' && this.wantsNames) this.addOwner(value);
    if (kind !== 'person_name') return;
    const words = value.match(NAME_WORD) ?? [];
    if (words.length < 2) return;
    for (const word of words) {
      if (word.length >= NAME_WORD_CHARS_MIN) this.addTerm(word, { kind, key });
    }
  }

  /** Whose value it is: a surname alone is that of the whole name it was first met in. */
  keyOf(kind: Kind, value: string): string {
    const known = this.byTerm.get(foldTerm(value));
    return known?.kind === kind ? known.key : canonicalValue(kind, value);
  }

  *findIn(text: string, isProse: boolean): Steps<readonly Finding[]> {
    const scan = isProse
      ? (this.prose ??= this.scanOf(PROSE_CHARS_MIN))
      : (this.loose ??= this.scanOf(LOOSE_CHARS_MIN));
    const findings: Finding[] = [];
    scan.start(text);
    for (let to = SCAN_CHARS; ; to += SCAN_CHARS) {
      scan.scanTo(Math.min(to, text.length), findings);
      if (to >= text.length) break;
      yield;
    }
    return findings.map((finding) => ({
      ...finding,
      kind: this.byTerm.get(foldTerm(text.slice(finding.start, finding.end)))?.kind ?? 'own_term',
    }));
  }

  private addOwner(address: string): void {
    const [, first, last] = OWNER.exec(address) ?? [];
    if (!first || !last) return;
    const name = `${first} ${last}`;
    this.addTerm(name, { kind: 'person_name', key: canonicalValue('person_name', name) });
  }

  private addTerm(term: string, value: Value): void {
    const folded = foldTerm(term);
    if (folded.length < PROSE_CHARS_MIN || folded.length > FOLDED_TERM_CHARS_MAX) return;
    if (this.byTerm.has(folded)) return;
    this.byTerm.set(folded, value);
    this.prose = null;
    this.loose = null;
  }

  private scanOf(charsMin: number): TermScan {
    const terms = [...this.byTerm].flatMap(([folded, { kind }]) =>
      folded.length < charsMin ? [] : [{ folded, label: kind }],
    );
    return new TermScan(new TermTree(terms, 'own_term'));
  }
}
