import { refuse, runAtOnce } from '#kernel';
import type { AnswerProtection, Found, Mark, AnswerReport } from '#call';
import type { ActivePolicy, Decided } from '../policy.js';
import { canonicalValue } from '../pseudonyms/canonical-value.js';
import type { Vault } from '../pseudonyms/vault.js';
import { resolveOverlaps } from '../resolve.js';
import { findPseudonyms, type Occurrence } from '../restore/find-pseudonyms.js';
import type { OwnSearch } from '../scan/own/own-search.js';
import { scanText } from '../scan/scan-text.js';
import type { KnownValues } from './known-values.js';

/** Values that are told apart in one answer; what comes after them is counted each time. */
const VALUES_MAX = 10_000;
const NO_WORD = /[^\p{L}\p{N}]+/gu;

export interface GuardRules {
  readonly mode: Exclude<AnswerProtection, 'off'>;
  readonly policy: ActivePolicy;
  readonly own: OwnSearch | null;
  /** Of the request. */
  readonly known: KnownValues;
  readonly vault: Vault | null;
}

/**
 * Finds what a model says itself in the answer of one call, and keeps count of it: secrets, numbers and own
 * terms by the policy of the call. What its caller has sent is no finding, as it was or by its pseudonym.
 * Names are not looked for: an answer is full of them.
 */
export class AnswerGuard {
  private readonly values = new Set<string>();
  private readonly counts = new Map<string, Counted>();
  private readonly blocked = new Set<string>();
  private isUnscanned = false;

  constructor(private readonly rules: GuardRules) {}

  /** An answer that is refused shows nothing more. */
  get isBlocked(): boolean {
    return this.blocked.size > 0;
  }

  /**
   * Sorted, without overlaps: what is replaced, and apart from it what is only counted.
   * @param text at most some thousand characters
   * @param name what the text is the value of
   */
  find(text: string, name: string): Findings {
    const { policy, own } = this.rules;
    const scan = runAtOnce(scanText(text, { terms: null, own, name, withoutNames: true }));
    if (scan.hasUnread || scan.files.size > 0) this.isUnscanned = true;
    const counting = scan.findings.flatMap((finding) => policy.decide(finding, text) ?? []);
    if (counting.length === 0) return NOTHING;
    const words = this.rules.vault ? findPseudonyms(text, 0, this.rules.vault) : [];
    const decided = counting
      .filter((finding) => !this.isKnown(text, finding, words))
      .map((finding) => this.inAnswer(finding));
    const replaced = decided.filter(({ action }) => action !== 'log');
    const logged = decided.filter(({ action }) => action === 'log');
    return {
      replaced: runAtOnce(resolveOverlaps(replaced)),
      logged: runAtOnce(resolveOverlaps(logged)),
    };
  }

  /** Counts a value, once in an answer however often the answer says it. */
  note({ kind, subtype, fate, action }: Decided, spelling: string, place: string): void {
    if (action === 'block') this.blocked.add(`${kind} at ${place}`);
    const value = `${kind} ${fate} ${canonicalValue(kind, spelling)}`;
    if (this.values.has(value)) return;
    if (this.values.size < VALUES_MAX) this.values.add(value);
    const name = `${kind} ${subtype} ${fate} ${place}`;
    const counted = this.counts.get(name);
    if (counted) counted.count++;
    else this.counts.set(name, { kind, subtype: subtype ?? null, action: fate, place, count: 1 });
  }

  /** Something of the answer cannot be looked into. */
  markUnscanned(): undefined {
    this.isUnscanned = true;
  }

  /** @throws answer_blocked, naming kinds and places but never a value */
  refuseBlocked(): void {
    if (!this.isBlocked) return;
    throw refuse('answer_blocked', {
      message: `Data protection refused the answer: it holds ${[...this.blocked].join(', ')}. Ask for it without such values.`,
    });
  }

  report(): AnswerReport {
    const marks: readonly Mark[] = this.isUnscanned ? ['unscanned'] : [];
    return { found: [...this.counts.values()], marks };
  }

  /** The policy says of requests whether something is done; the mode of answers, what. */
  private inAnswer(finding: Decided): Decided {
    const { mode } = this.rules;
    if (finding.action !== 'log') return { ...finding, action: mode, fate: mode };
    return finding.fate.startsWith('would_') ? { ...finding, fate: `would_${mode}` } : finding;
  }

  private isKnown(text: string, finding: Decided, words: readonly Occurrence[]): boolean {
    const { start, end, value } = finding;
    if (this.rules.known.has(value ?? text.slice(start, end))) return true;
    const within = words.filter((word) => word.end > start && word.start < end);
    if (within.length === 0) return false;
    let rest = '';
    let at = start;
    for (const word of within) {
      rest += text.slice(at, Math.max(at, word.start));
      at = word.end;
    }
    return (rest + text.slice(at, end)).replace(NO_WORD, '') === '';
  }
}

const NOTHING: Findings = { replaced: [], logged: [] };

type Counted = { -readonly [Member in keyof Found]: Found[Member] };

export interface Findings {
  readonly replaced: readonly Decided[];
  readonly logged: readonly Decided[];
}
