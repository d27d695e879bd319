import { createHash } from 'node:crypto';
import type { ProtectionPolicy } from '#call';
import type { Steps } from '#kernel';
import type { Finding } from '../../kinds.js';
import { foldTerm } from '../fold-term.js';
import { TermScan, TermTree } from '../removal-terms.js';
import { OwnPatterns } from './own-patterns.js';

/** What an organisation wants found beside what everybody does; made once for its settings. */
interface Prepared {
  readonly fingerprint: string;
  readonly tree: TermTree | null;
  readonly patterns: OwnPatterns | null;
}

const prepared = new WeakMap<ProtectionPolicy, Prepared | null>();

function prepare({ terms, patterns }: ProtectionPolicy): Prepared | null {
  if (terms.length === 0 && patterns.length === 0) return null;
  const own = terms.flatMap(({ term, label }) =>
    formsOf(foldTerm(term)).map((folded) => ({ folded, label })),
  );
  return {
    fingerprint: createHash('sha256')
      .update(JSON.stringify([terms, patterns]))
      .digest('base64'),
    tree: own.length > 0 ? new TermTree(own, 'own_term') : null,
    patterns: patterns.length > 0 ? new OwnPatterns(patterns) : null,
  };
}

/** As it is, and as programs and addresses write several words: in one, or with dots between. */
const formsOf = (folded: string): readonly string[] =>
  folded.includes(' ')
    ? [folded, folded.replaceAll(' ', ''), folded.replaceAll(' ', '.')]
    : [folded];

/** The terms and patterns of an organisation's own, looked for in the texts of one call. */
export class OwnSearch {
  private readonly terms: TermScan | null;

  private constructor(private readonly prepared: Prepared) {
    this.terms = prepared.tree && new TermScan(prepared.tree);
  }

  /** Null where there are none. */
  static of(policy: ProtectionPolicy): OwnSearch | null {
    let own = prepared.get(policy);
    if (own === undefined) prepared.set(policy, (own = prepare(policy)));
    return own && new OwnSearch(own);
  }

  /** Tells what one set finds from what another does. */
  get fingerprint(): string {
    return this.prepared.fingerprint;
  }

  get hasTerms(): boolean {
    return this.terms !== null;
  }

  /** Ends the text before. */
  start(text: string): void {
    this.terms?.start(text);
  }

  /** Adds what begins in `[from, to)` of the text that was started. */
  *scanRange(
    text: string,
    from: number,
    to: number,
    name: string,
    findings: Finding[],
  ): Steps<void> {
    this.terms?.scanTo(to, findings);
    if (this.prepared.patterns) {
      yield* this.prepared.patterns.scanRange(text, from, to, name, findings);
    }
  }
}
