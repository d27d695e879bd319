import { plainName } from './shown-name.js';

/** More of a name is nowhere shown. */
const SEARCHED_CHARS_MAX = 300;
const EXTENSION = /\.[A-Za-z0-9]{1,8}$/;
const RUN = /\p{Lu}[\p{L}\p{M}'’]+(?: \p{Lu}[\p{L}\p{M}'’]+)*/gu;
/** `Eleanor Jane Whitcombe` of a longer run. */
const NAME_WORDS_MAX = 3;
/** What files are called: no part of a person's name. */
const OF_FILES = new Set(
  `account agenda analysis annual assessment attachment budget contract copy draft facture final form guide handbook
  impact invoice letter list manual meeting minutes note notes offer order plan policy presentation price pricing
  product project quarterly quote report results review roadmap scan security summary table terms user employee
  angebot anhang bericht brief entwurf rechnung vertrag protokoll rapport contrat contrato factura fattura umowa
  faktura rekening raport`.split(/\s+/),
);
/** What files about one person are called, so that a lone word beside it is that person. */
const OF_ONE_PERSON = new Set('cv resume résumé lebenslauf curriculum vitae życiorys'.split(' '));

/**
 * The texts in which values of a name are sought: as it stands, for an address; without its extension, which an address
 * would be glued to; in words, as in a sentence; and each run of capitals by itself and as a form has it, because the
 * name of a file does not say what it is a name of.
 */
export function searchedNames(name: string): readonly string[] {
  const read = plainName(name)
    .replaceAll(/([\s_])[\s_]+/g, '$1')
    .slice(0, SEARCHED_CHARS_MAX)
    .trim();
  const bare = read.replace(EXTENSION, '');
  const words = bare
    .replaceAll(/[._\-+\s]+/g, ' ')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .trim();
  return [...new Set([read, bare, words, ...runsOf(words)])];
}

/**
 * A name of small letters alone, as programs and addresses have it, may be a name of people as well: what reads like
 * one counts, and what a form would make one does not, since any two words would do.
 */
function runsOf(words: string): readonly string[] {
  const isSmall = !/\p{Lu}/u.test(words);
  const read = isSmall
    ? words.replaceAll(/(?<=^| )\p{Ll}/gu, (letter) => letter.toUpperCase())
    : words;
  const isOfOne = words
    .toLowerCase()
    .split(' ')
    .some((word) => OF_ONE_PERSON.has(word));
  const cuedFrom = isOfOne ? 1 : isSmall ? Infinity : 2;
  return (read.match(RUN) ?? [])
    .flatMap(partsOfRun)
    .flatMap((part) =>
      part.length < cuedFrom ? [part.join(' ')] : [part.join(' '), `Full name: ${part.join(' ')}`],
    );
}

/** All that may be a name in a run: one to three words that stand together, none of them one of files. */
function partsOfRun(run: string): readonly (readonly string[])[] {
  const words = run.split(' ');
  return words.flatMap((_, from) => {
    const parts: (readonly string[])[] = [];
    for (let to = from; to < words.length && to < from + NAME_WORDS_MAX; to++) {
      const word = (words[to] as string).toLowerCase();
      if (OF_FILES.has(word) || OF_ONE_PERSON.has(word)) break;
      parts.push(words.slice(from, to + 1));
    }
    return parts;
  });
}
