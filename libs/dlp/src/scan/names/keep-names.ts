import type { Steps } from '#kernel';
import { CodeBlocks, isEncoded, isLineOfCode, isLogLine } from './code-lines.js';
import { Fences } from './fences.js';
import type { Lexicon } from './lexicon.js';
import { meaningOf } from './no-names.js';
import { Surrounding } from './passage-around.js';
import type { NameFinding } from './spans.js';

/** In code a name counts only as a value: behind a label, or of several words and hardly anything else. */
const SURE = 0.9;
/** Each takes some ten microseconds. */
const KEPT_PER_STEP = 100;

/**
 * Of what reads like names, what stands in prose: not in code, traces, logs and paths, but in what people say
 * there, in strings, tables, lists and letters between fences. What was kept once as a full name is kept at all
 * of its places.
 */
export function* keepNames(
  text: string,
  read: readonly NameFinding[],
  lexicon: Lexicon,
): Steps<readonly NameFinding[]> {
  if (read.length === 0) return read;
  const places = new Places(text);
  const full = new Set<string>();
  const judged: Judged[] = [];
  for (const [index, one] of read.entries()) {
    if (index % KEPT_PER_STEP === KEPT_PER_STEP - 1) yield;
    const finding = personInCell(text, one);
    const isPerson = finding.kind === 'person_name';
    const meaning = isPerson ? meaningOf(text, finding, lexicon) : 'person';
    if (meaning === 'thing') continue;
    const said = text.slice(finding.start, finding.end);
    const isName = places.isName(finding);
    if (isName && isFullName(finding)) full.add(said);
    judged.push({ finding, said, isName, isAssistant: meaning === 'assistant' });
  }
  const isNeeded = judged.some(({ isAssistant }) => isAssistant);
  const introduced = new Set(isNeeded ? [...full].flatMap((name) => name.split(' ')) : []);
  return judged
    .filter(({ said, isAssistant }) => !isAssistant || introduced.has(said))
    .filter(({ finding, said, isName }) => isName || (isFullName(finding) && full.has(said)))
    .map(({ finding }) => finding);
}

interface Judged {
  readonly finding: NameFinding;
  readonly said: string;
  /** By where it stands. */
  readonly isName: boolean;
  /** One word, that is a person's only where somebody of that name was said in full. */
  readonly isAssistant: boolean;
}

const CELL_STARTS = /[|;\t>][ \t]{0,40}$/;
const CELL_ENDS = /^[ \t]{0,40}[|;\t<]/;
const CELL_SPACE = 41;

/** In a cell or between two tags no sentence says what a name is of: what reads like a person's is one. */
function personInCell(text: string, finding: NameFinding): NameFinding {
  const { kind, isLikePerson, start, end } = finding;
  if (kind !== 'location' || !isLikePerson) return finding;
  const isCell =
    CELL_STARTS.test(text.slice(Math.max(0, start - CELL_SPACE), start)) &&
    CELL_ENDS.test(text.slice(end, end + CELL_SPACE));
  return isCell ? { ...finding, kind: 'person_name', label: 'PERSON_NAME' } : finding;
}

const isFullName = ({ kind, words, score }: NameFinding): boolean =>
  kind === 'person_name' && words > 1 && score >= SURE;

/** What a span stands in; in a log, a fence and a cell a lone word says too little to be a name. */
type Place = 'prose' | 'log' | 'fence' | 'cell' | 'code';

/** Where names may stand in a text. */
export class Places {
  private readonly fences: Fences;
  private readonly blocks: CodeBlocks;

  constructor(private readonly text: string) {
    this.fences = new Fences(text);
    this.blocks = new CodeBlocks(text);
  }

  isName(finding: NameFinding): boolean {
    const { start, end, isCued, isListed, isPlain, words, score } = finding;
    const isSure = words > 1 && score >= SURE;
    if (isQuoted(this.text, start) && ((isCued && !isPlain) || isSure)) return true;
    switch (this.of(start, end)) {
      case 'code':
        return false;
      case 'cell':
        return words > 1 && isListed;
      case 'log':
        return isSure && isListed;
      case 'fence':
        return isCued || words > 1;
      case 'prose':
        return isCued || (isSure && isListed) || !this.isComment(start, end);
    }
  }

  /** Of what is as sure as may be that it is a name, whether it may be one in its place. */
  mayHold(start: number, end: number): boolean {
    const place = this.of(start, end);
    return place === 'prose' || (place !== 'code' && this.text.slice(start, end).includes(' '));
  }

  private of(start: number, end: number): Place {
    const { text } = this;
    if (text[start - 1] === '`' || text[end] === '`' || isEncoded(text, start, end)) return 'code';
    const around = new Surrounding(text, start, end);
    const isPart = CODE_BEHIND.test(text.slice(end, end + 2));
    const sentence = isPart ? undefined : around.sentence();
    if (sentence !== undefined) return isLineOfCode(sentence) ? 'code' : 'prose';
    const fence = this.fences.at(start);
    if (fence === 'code') return 'code';
    const line = around.line();
    if (isPart || isLineOfCode(line)) {
      if (isProse(around.content())) return 'prose';
      return !isPart && isProse(around.cell()) ? 'cell' : 'code';
    }
    if (isLogLine(line)) return 'log';
    return fence === 'text' ? 'fence' : 'prose';
  }

  /** Whether most of what stands around is code, and the line begins as no sentence does. */
  private isComment(start: number, end: number): boolean {
    return this.blocks.isCode(start) && !SAID.test(new Surrounding(this.text, start, end).line());
  }
}

const isProse = (passage: string | undefined): boolean =>
  passage !== undefined && !isLineOfCode(passage);

/** A call, a type's argument, a member. */
const CODE_BEHIND = /^(?:[(<[]|\.[a-z]|\?\.)/;

/** A line that begins as a sentence does, among code: neither indented nor a comment. */
const SAID = /^\p{Lu}[\p{L}']* [^#=<>{}\\|]{12}/u;

/** Whether the span begins a quoted value or the content of a tag. */
const isQuoted = (text: string, start: number): boolean => QUOTES.has(text.charAt(start - 1));

const QUOTES: ReadonlySet<string> = new Set(['"', "'", '>', '`']);
