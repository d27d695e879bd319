import type { Suspicion } from './kinds.js';

/** A word of a phrase, and how many others may stand between it and the one before. */
interface Step {
  readonly words: ReadonlySet<string>;
  /** Beginnings of words. */
  readonly stems: readonly string[];
  readonly between: number;
}

/** What is said in so many words, whatever stands between them. */
export interface Phrase extends Pick<Suspicion, 'kind' | 'score'> {
  readonly steps: readonly Step[];
  /** What makes it none, where it follows; empty where nothing does. */
  readonly unless: readonly Step[];
  /** Where what is meant is sent to has to stand behind it. */
  readonly hasAddress: boolean;
}

/** An address of the web or of mail follows. */
const ADDRESS = '@';

/**
 * Reads a phrase as it is written in the lists: alternatives are parted by `|`, `*` ends a stem, and `..3` says that
 * up to three words may stand before the next one. `ignore|forget ..2 previous|prior instruction*`. Behind a `!` stands what
 * may not follow.
 */
export function phraseOf(kind: Phrase['kind'], score: number, written: string): Phrase {
  const [said = '', unless = ''] = written.split(' ! ');
  const parts = said.split(' ');
  const hasAddress = parts.at(-1) === ADDRESS;
  const steps = stepsOf(hasAddress ? parts.slice(0, -1) : parts);
  return {
    kind,
    score,
    steps,
    unless: unless === '' ? [] : stepsOf(unless.split(' ')),
    hasAddress,
  };
}

function stepsOf(parts: readonly string[]): readonly Step[] {
  const steps: Step[] = [];
  let between = 0;
  for (const part of parts) {
    const gap = /^\.\.(\d)$/.exec(part)?.[1];
    if (gap !== undefined) {
      between = Number(gap);
      continue;
    }
    const alternatives = part.split('|');
    steps.push({
      words: new Set(alternatives.filter((word) => !word.endsWith('*'))),
      stems: alternatives.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
      between,
    });
    between = 0;
  }
  return steps;
}

const matches = ({ words, stems }: Step, word: string): boolean =>
  words.has(word) || stems.some((stem) => word.startsWith(stem));

/** Phrases by how their first words begin: most words of a text begin none. */
export class PhraseBook {
  private readonly byHead = new Map<string, Phrase[]>();

  constructor(phrases: readonly Phrase[]) {
    for (const phrase of phrases) {
      const [first] = phrase.steps;
      const heads = [...(first?.words ?? []), ...(first?.stems ?? [])].map(headOf);
      for (const head of new Set(heads)) {
        const known = this.byHead.get(head);
        if (known) known.push(phrase);
        else this.byHead.set(head, [phrase]);
      }
    }
  }

  /** Those that may begin with a word; undefined of most. */
  mayBeginWith(word: string): readonly Phrase[] | undefined {
    return this.byHead.get(headOf(word));
  }
}

/** No stem in the lists is shorter. */
const HEAD_CHARS = 2;
const headOf = (word: string): string => word.slice(0, HEAD_CHARS);

export interface Word {
  /** As the lists spell it. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Where a phrase ends that begins with the word at `at`; undefined where the words do not go on as it does.
 * @param words of one sentence
 */
export function endOf(
  { steps, unless }: Phrase,
  words: readonly Word[],
  at: number,
): number | undefined {
  const next = behind(steps, words, at);
  if (next === undefined) return undefined;
  if (unless.length > 0 && behind(unless, words, next) !== undefined) return undefined;
  return (words[next - 1] as Word).end;
}

/** The place of the word behind those of all steps. */
function behind(steps: readonly Step[], words: readonly Word[], at: number): number | undefined {
  let next = at;
  for (const step of steps) {
    const last = Math.min(words.length - 1, next + step.between);
    while (next <= last && !matches(step, (words[next] as Word).word)) next++;
    if (next > last) return undefined;
    next++;
  }
  return next;
}
