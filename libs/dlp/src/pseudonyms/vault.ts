import { assert, type HmacSha256, type Steps } from '#kernel';
import type { PseudonymCounts } from '#call';
import type { Finding } from '../kinds.js';
import { SPELLINGS_MAX } from '../limits.js';
import { sortInSteps } from '../sort-in-steps.js';
import { readNumberSign } from '../restore/read-pseudonym.js';
import { RestoreHosts } from '../restore/restore-hosts.js';
import { canonicalValue } from './canonical-value.js';
import { codeOf, hasDigit } from './code.js';
import { namesOf } from './label-names.js';
import { plainUpper } from './plain-upper.js';

/** One value of a call and the word that stands for it. */
export interface Pseudonym {
  readonly label: string;
  /** As they stood in the text, in order of appearance: the word alone, then `_2` to `_9`. */
  readonly spellings: readonly string[];
  /** The first spelling was also written as `_1`, see `wordFor`. */
  readonly isFirstNumbered: boolean;
}

interface Value extends Pseudonym {
  /** What the code is derived from. */
  readonly name: string;
  /** The code it has if nothing stands against it. */
  readonly firstCode: string;
  readonly spellings: string[];
  isFirstNumbered: boolean;
  code: string;
}

interface Spelling {
  readonly value: Value;
  readonly number: number;
}

const NONE: readonly string[] = [];
const UNRESOLVED_MAX = 1_000; // A model that makes words up may go on for long; counting ends here.
const CODES_PER_STEP = 512; // Under a millisecond, if each of them has to be made.

/**
 * The pseudonyms of one call: made while the request is rewritten, read while the answer is
 * restored, and gone with the call. The only place that holds found values.
 */
export class Vault {
  private readonly values = new Map<string, Value>();
  private readonly spellings = new Map<string, Spelling>();
  private byCode: ReadonlyMap<string, Value> = new Map();
  private distinctLabels: readonly string[] = [];
  private allNames: readonly string[] = [];
  private namesByFirst: ReadonlyMap<number, readonly string[]> = new Map();
  /** Of few codes made when a stream first asks: many calls never do. */
  private prefixes: ReadonlySet<string> | null = null;

  private readonly restored = new Set<string>();
  private readonly withheld = new Set<string>();
  private readonly unresolved = new Set<string>();
  /** The form of its words, as they were written. */
  private form: RegExp | null = null;

  constructor(
    private readonly key: HmacSha256,
    readonly hosts = new RestoreHosts(),
  ) {}

  counts(): PseudonymCounts {
    return {
      issued: this.size,
      restored: this.restored.size,
      unresolved: this.unresolved.size,
      withheld: this.withheld.size,
    };
  }

  /** @param code whose value is put back */
  noteRestored(code: string): void {
    this.restored.add(code);
  }

  /** @param code whose value is not put back, since it would leave with an address */
  noteWithheld(code: string): void {
    this.withheld.add(code);
  }

  /**
   * Counts words in the form of a pseudonym that stand for nothing.
   * @param isWhole a word at the end of the text has ended
   */
  noteUnresolved(text: string, from: number, isWhole: boolean): void {
    if (!text.includes('_', from)) return;
    this.form ??= new RegExp(
      `(?:${this.distinctLabels.join('|')})_([0-9A-Z]{4,8})(?![0-9A-Za-z])`,
      'g',
    );
    this.form.lastIndex = from;
    for (let match = this.form.exec(text); match; match = this.form.exec(text)) {
      const [word, code = ''] = match;
      const hasEnded = isWhole || this.form.lastIndex < text.length;
      if (!hasEnded || !/\d/.test(code) || this.find(code)) continue;
      if (this.unresolved.size < UNRESOLVED_MAX) this.unresolved.add(word);
    }
  }

  get size(): number {
    return this.values.size;
  }

  /** As they stand in the request. */
  get writtenLabels(): readonly string[] {
    return this.distinctLabels;
  }

  /** With all their other names. */
  get labels(): readonly string[] {
    return this.allNames;
  }

  /** Those that may begin with a character, however it is written. */
  labelsFrom(code: number): readonly string[] {
    return this.namesByFirst.get(plainUpper(code)) ?? NONE;
  }

  /** @param code in upper case */
  find(code: string): Pseudonym | undefined {
    return this.byCode.get(code);
  }

  /** @param text in upper case, shorter than a code */
  startsCode(text: string): boolean {
    this.prefixes ??= new Set([...this.byCode.keys()].flatMap(prefixesOf));
    return this.prefixes.has(text);
  }

  register(finding: Finding, spelling: string): void {
    const spelled = `${finding.label}\0${spelling}`;
    if (this.spellings.has(spelled)) return;
    const canonical = canonicalValue(finding.kind, finding.canonical ?? spelling);
    const name = `${finding.label}\0${canonical}`;
    let value = this.valueOf(name, finding.label);
    if (value.spellings.length === SPELLINGS_MAX) {
      value = this.valueOf(`${name}\0${spelling}`, finding.label);
    }
    value.spellings.push(spelling);
    this.spellings.set(spelled, { value, number: value.spellings.length });
  }

  /** Codes follow the order of the values, not of the text, so that each turn gives the same. */
  *assignCodes(taken: ReadonlySet<string>): Steps<void> {
    const byCode = new Map<string, Value>();
    const values = [...this.values.values()];
    const ordered = yield* sortInSteps(values, (a, b) => (a.name < b.name ? -1 : 1));
    for (const value of ordered) {
      const isTaken = (code: string) => taken.has(code) || byCode.has(code);
      value.code = this.freeCode(value, isTaken);
      byCode.set(value.code, value);
      if (byCode.size % CODES_PER_STEP === 0) yield;
    }
    this.byCode = byCode;
    this.prefixes = ordered.length > CODES_PER_STEP ? yield* prefixesOfAll(byCode) : null;
    this.distinctLabels = [...new Set(ordered.map((value) => value.label))];
    this.allNames = [...new Set(this.distinctLabels.flatMap(namesOf))];
    this.namesByFirst = Map.groupBy(this.allNames, (name) => name.charCodeAt(0));
  }

  /**
   * @param following what stands behind the value, `NUMBER_CHARS_MAX` of it. If it could be read as the number of a spelling,
   *   the word is numbered even for the first one: `EMAIL_P4TN8M_1` in front of `_2`.
   */
  wordFor(finding: Finding, spelling: string, following: string): string {
    const spelled = this.spellings.get(`${finding.label}\0${spelling}`);
    assert(spelled, 'a spelling is registered before it is written');
    const { value, number } = spelled;
    const word = `${value.label}_${value.code}`;
    if (number > 1) return `${word}_${number}`;
    if (readNumberSign(following, 0) < 0) return word;
    value.isFirstNumbered = true;
    return `${word}_1`;
  }

  /** Of a spelling that was registered, once codes are assigned. */
  codeOf(finding: Finding, spelling: string): string | undefined {
    return this.spellings.get(`${finding.label}\0${spelling}`)?.value.code;
  }

  private valueOf(name: string, label: string): Value {
    let value = this.values.get(name);
    if (!value) {
      const firstCode = codeOf(this.key.digest(name));
      value = { name, firstCode, label, spellings: [], isFirstNumbered: false, code: '' };
      this.values.set(name, value);
    }
    return value;
  }

  private freeCode({ name, firstCode }: Value, isTaken: (code: string) => boolean): string {
    let code = firstCode;
    for (let attempt = 1; !hasDigit(code) || isTaken(code); attempt++) {
      code = codeOf(this.key.digest(`${name}\0${attempt}`));
    }
    return code;
  }
}

function* prefixesOfAll(byCode: ReadonlyMap<string, unknown>): Steps<ReadonlySet<string>> {
  const prefixes = new Set<string>();
  let left = CODES_PER_STEP;
  for (const code of byCode.keys()) {
    for (const prefix of prefixesOf(code)) prefixes.add(prefix);
    if (--left > 0) continue;
    yield;
    left = CODES_PER_STEP;
  }
  return prefixes;
}

const prefixesOf = (code: string): string[] =>
  Array.from({ length: code.length - 1 }, (_, index) => code.slice(0, index + 1));
