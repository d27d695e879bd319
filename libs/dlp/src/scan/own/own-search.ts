import { createHash } from 'node:crypto';
import type { KnownValue, ProtectionPolicy } from '#call';
import { DATA_KINDS } from '#contract';
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
  return {
    fingerprint: fingerprintOf([terms, patterns]),
    tree: treeOf(terms),
    patterns: patterns.length > 0 ? new OwnPatterns(patterns) : null,
  };
}

function withValues(
  own: Prepared | null,
  { terms }: ProtectionPolicy,
  values: readonly KnownValue[],
): Prepared {
  const all = [
    ...terms,
    ...values.map(({ kind, value }) => ({ term: value, label: labelOf(kind) })),
  ];
  return {
    fingerprint: fingerprintOf([own?.fingerprint, values]),
    tree: treeOf(all),
    patterns: own?.patterns ?? null,
  };
}

const labelOf = (kind: string): string =>
  (DATA_KINDS as Readonly<Record<string, { readonly label: string } | undefined>>)[kind]?.label ??
  'VALUE';

const treeOf = (terms: ProtectionPolicy['terms']): TermTree | null => {
  const folded = terms.flatMap(({ term, label }) =>
    formsOf(foldTerm(term)).flatMap((one) => (one === '' ? [] : [{ folded: one, label }])),
  );
  return folded.length > 0 ? new TermTree(folded, 'own_term') : null;
};

const fingerprintOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64');

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

  /**
   * Null where there are none.
   * @param values of this call alone, which are known to be what they are
   */
  static of(policy: ProtectionPolicy, values: readonly KnownValue[] = []): OwnSearch | null {
    let own = prepared.get(policy);
    if (own === undefined) prepared.set(policy, (own = prepare(policy)));
    if (values.length > 0) own = withValues(own, policy, values);
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
