import type { OcrLanguage } from './languages.js';

/** Words that hold sentences together, and that the other languages do not have. */
const WORDS: Readonly<Record<OcrLanguage, string>> = {
  eng: 'the and of to is that for with be are this which from have by on not at was or',
  deu: 'der die und das den von ist des dem nicht ein eine sich auf für mit wird auch bei oder',
  fra: 'le les des et est une dans que qui pour par sur au du avec vous votre cette sont nous',
  pol: 'i w na z do nie się jest że oraz przez dla od jako po przy tego są za lub',
  spa: 'el los las y en del que es por con para una su al como lo más este ha usted',
  ita: 'il di che è e la per un del della con sono gli nel alla le dei anche questo ogni',
  nld: 'de het een van en is op dat met voor zijn te niet aan door ook bij deze wordt uit',
  ces: 'a v na se je že s z do o pro k jako po za od být jsou nebo podle',
};

const sets = Object.entries(WORDS).map(
  ([language, words]) => [language as OcrLanguage, new Set(words.split(' '))] as const,
);

const WORDS_MIN = 4;
/** Of all others together: what is read as several languages is none of them for sure. */
const LEAD = 1.3;

/** The language that a text is in; undefined where too little of it says so. */
export function guessLanguage(text: string): OcrLanguage | undefined {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = sets
    .map(([language, set]) => ({ language, count: words.filter((word) => set.has(word)).length }))
    .toSorted((a, b) => b.count - a.count);
  const [first, second] = counts;
  if (!first || first.count < WORDS_MIN) return undefined;
  return first.count >= LEAD * (second?.count ?? 0) ? first.language : undefined;
}
