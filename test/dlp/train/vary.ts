import type { Document } from '../corpora/document.js';

/** Copies of texts as careless people and old systems write them, for words that keep their length. */
export function* variantsOf(
  documents: readonly Document[],
  random: () => number,
): Iterable<Document> {
  for (const document of documents) {
    const draw = random();
    if (draw < CAPITAL_NAMES) yield withCapitalNames(document);
    else if (draw < CAPITAL_NAMES + CAPITAL_TEXTS) {
      yield { ...document, text: inCapitals(document.text) };
    }
  }
}

const CAPITAL_NAMES = 0.2;
const CAPITAL_TEXTS = 0.08;

function withCapitalNames({ text, names }: Document): Document {
  let varied = '';
  let at = 0;
  for (const { kind, start, end } of names) {
    if (kind !== 'person_name') continue;
    varied += text.slice(at, start) + inCapitals(text.slice(start, end));
    at = end;
  }
  return { text: varied + text.slice(at), names };
}

/** `\u00df` stays: two letters for one would move what stands behind. */
const inCapitals = (text: string): string =>
  text.replaceAll(/\p{Ll}/gu, (letter) => {
    const capital = letter.toUpperCase();
    return capital.length === letter.length ? capital : letter;
  });
