/** How far a word may stand from the value that it explains; further away it is another sentence. */
export const BEFORE_CHARS = 60;
export const AFTER_CHARS = 30;

const MARKS = /\p{M}+/gu;
const NO_WORD = /[^\p{L}\p{N}]+/gu;
const CAMEL = /(\p{Ll})(?=\p{Lu})/gu;

/** Most of what is looked at is ASCII, for which there is nothing to normalise. */
const IS_ASCII = /^[\0-\x7f]*$/;
const ASCII_CAMEL = /([a-z])(?=[A-Z])/g;
const NO_ASCII_WORD = /[^a-z0-9]+/g;

/** What stands around a value, folded: lower case, no accents, one blank around each word. */
export interface Surroundings {
  readonly near: string;
  /** What the caller calls the text, or the value in it: `"pesel": "…"`, `pesel=…`. */
  readonly name: string;
  /** Letters that words in either begin with, one bit each: most words are told to be missing by them. */
  readonly initials: number;
}

/** Where no word stands that says anything. */
export const NOWHERE: Surroundings = { near: '', name: '', initials: 0 };

/** @param name key of the member that the text is the value of */
export const surroundingsOf = (
  text: string,
  start: number,
  end: number,
  name: string,
): Surroundings => new SurroundingsReader(text, name).of(start, end);

/** Reads what stands around the values of a text; what stands before one place is read once. */
export class SurroundingsReader {
  private lastStart = -1;
  private before = '';
  private nameHere = '';

  /** @param name key of the member that the text is the value of */
  constructor(
    private readonly text: string,
    private readonly name: string,
  ) {}

  of(start: number, end: number): Surroundings {
    const { text } = this;
    if (start !== this.lastStart) {
      this.lastStart = start;
      this.before = foldWords(text.slice(Math.max(0, start - BEFORE_CHARS), start));
      this.nameHere = foldWords(`${this.name} ${keyBefore(text, start)}`);
    }
    const near = `${this.before}|${foldWords(text.slice(end, end + AFTER_CHARS))}`;
    const name = this.nameHere;
    return { near, name, initials: initialsIn(near) | initialsIn(name) };
  }
}

const SPACE = 0x20;

const initialBit = (unit: number): number => 1 << (unit & 31);

function initialsIn(folded: string): number {
  let initials = 0;
  for (let at = 1; at < folded.length; at++) {
    if (folded.charCodeAt(at - 1) === SPACE) initials |= initialBit(folded.charCodeAt(at));
  }
  return initials;
}

/** A word list as `mentions` wants it; several words of one entry have to stand in a row. */
export const wordsOf = (list: string): readonly string[] => list.split(',').map(foldWords);

/** Whether one of the words stands near the value, whole, or names it. */
export const mentions = (
  around: Surroundings,
  place: 'near' | 'name',
  words: readonly string[],
): boolean =>
  words.some(
    // Behind the blank that each begins with.
    (word) =>
      (around.initials & initialBit(word.charCodeAt(1))) !== 0 && around[place].includes(word),
  );

/** What a value gains by a word beside it, and by a name that says what it is. */
export const NEAR_GAIN = 0.35;
export const NAME_GAIN = 0.45;
/** What it loses by a word that says that it is something else. */
export const AGAINST_LOSS = 0.4;
export const SCORE_MAX = 0.99;

/** What tells a number from a value of any kind: what is counted, versioned and ordered. */
export const AGAINST_WORDS =
  'version,build,ticket,order,commit,isbn,ean,sku,line,port,px,ms,bestellung,commande,pedido,ordine,zamowienie';

export const AGAINST = wordsOf(AGAINST_WORDS);

/**
 * How sure a value is that is `base` sure by itself.
 * @param words that speak for it, from `wordsOf`
 */
export function scoreBy(base: number, around: Surroundings, words: readonly string[]): number {
  if (mentions(around, 'name', words)) return Math.min(SCORE_MAX, base + NAME_GAIN);
  if (mentions(around, 'near', words)) return Math.min(SCORE_MAX, base + NEAR_GAIN);
  return mentions(around, 'near', AGAINST) ? Math.max(0, base - AGAINST_LOSS) : base;
}

/** A key, column or setting right before the value, with what stands between: `"id_number" : "`. */
const KEY_BEFORE = /([\p{L}\p{N}_.-]{2,40})["'\]]{0,2} {0,3}(?:=>|[:=]) {0,3}\\?["']?$/u;

/** Nearly nothing has one: looked at before the words in front of it are. */
const BEHIND_KEY = /[:=>] {0,3}\\?["']?$/;

function keyBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - BEFORE_CHARS), start);
  return BEHIND_KEY.test(before) ? (KEY_BEFORE.exec(before)?.[1] ?? '') : '';
}

function foldWords(text: string): string {
  if (IS_ASCII.test(text)) {
    const parted = text.replaceAll(ASCII_CAMEL, '$1 ').toLowerCase();
    return ` ${parted.replaceAll(NO_ASCII_WORD, ' ').trim()} `;
  }
  const parted = text.replaceAll(CAMEL, '$1 ').normalize('NFD').replaceAll(MARKS, '');
  return ` ${parted.toLowerCase().replaceAll(NO_WORD, ' ').trim()} `;
}
