import { digitsOf } from './digits.js';
import { ALNUM, charsOf, between, DIGITS, LOWER, pick } from './draw.js';
import type { KindSamples } from './samples.js';

type Draw = (random: () => number) => string;
const d = (random: () => number, count: number): string => charsOf(random, count, DIGITS);

/** Numbers of each country as people there write them, by the plan of that country. */
const NUMBERS: readonly Draw[] = [
  (random) => `+49 30 ${digitsOf(random, 7)}`,
  (random) => `+49 (0)89 ${digitsOf(random, 3)} ${d(random, 4)}`,
  (random) => `+49 151 ${digitsOf(random, 8)}`,
  (random) => `+33 6 ${digitsOf(random, 2)} ${d(random, 2)} ${d(random, 2)} ${d(random, 2)}`,
  (random) => `+34 6${d(random, 2)} ${d(random, 3)} ${d(random, 3)}`,
  (random) => `+39 347 ${digitsOf(random, 7)}`,
  (random) => `+48 60${between(random, 0, 9)} ${digitsOf(random, 3)} ${d(random, 3)}`,
  (random) => `+44 20 7${d(random, 3)} ${d(random, 4)}`,
  (random) => `+31 6 ${digitsOf(random, 8)}`,
  (random) => `+46 70-${digitsOf(random, 3)} ${d(random, 2)} ${d(random, 2)}`,
  (random) => `+43 664 ${digitsOf(random, 7)}`,
  (random) => `+41 79 ${digitsOf(random, 3)} ${d(random, 2)} ${d(random, 2)}`,
  (random) => `+420 60${between(random, 2, 8)} ${digitsOf(random, 3)} ${d(random, 3)}`,
  (random) => `+1 212-555-${d(random, 4)}`,
  (random) => `030/${digitsOf(random, 7)}`,
  (random) => `0171 ${digitsOf(random, 7)}`,
  (random) => `01 4${d(random, 1)} ${d(random, 2)} ${d(random, 2)} ${d(random, 2)}`,
  (random) => `91 ${digitsOf(random, 3)} ${d(random, 2)} ${d(random, 2)}`,
];

export const phoneSamples: KindSamples = {
  kind: 'phone',
  valid: (random) => pick(NUMBERS, random)(random),
  // A date, a price, a version, a count, a time and a number of an article.
  nearMiss: (random) =>
    pick<Draw>(
      [
        () => `${between(random, 10, 28)}.0${between(random, 1, 9)}.2024`,
        () => `${digitsOf(random, 3)}.${d(random, 3)},${d(random, 2)} EUR`,
        () => `v${d(random, 1)}.${d(random, 2)}.${d(random, 4)}`,
        () => `${digitsOf(random, 4)} x ${digitsOf(random, 4)} px`,
        () => `2024-0${between(random, 1, 9)}-1${d(random, 1)} 12:30:${between(random, 10, 59)}`,
        () => `+${digitsOf(random, 2)} %`,
      ],
      random,
    )(random),
  contexts: [
    'You can reach me at # after six.',
    'Sie erreichen mich unter # am Abend.',
    'Telefon: #',
    'Mobil # (privat)',
    'Vous pouvez me joindre au #.',
    'Mi teléfono es #.',
    'Il mio cellulare è #.',
    'Proszę dzwonić: tel. #',
    '"phone": "#"',
    '<phone>#</phone>',
    'Bel me op telefoonnummer #.',
    'Ring mig på telefon #.',
  ],
};

const GIVEN = ['anna', 'marek', 'lucie', 'jonas', 'ines', 'paolo', 'sofia', 'henrik', 'klara'];
const FAMILY = ['weber', 'nowak', 'dupont', 'garcia', 'rossi', 'jansen', 'berg', 'horvat'];

export const usernameSamples: KindSamples = {
  kind: 'username',
  valid: (random) =>
    pick<Draw>(
      [
        () => `${pick(GIVEN, random)}.${pick(FAMILY, random)}`,
        () => `${pick(GIVEN, random).charAt(0)}${pick(FAMILY, random)}${d(random, 2)}`,
        () => `${pick(FAMILY, random)}_${pick(GIVEN, random).charAt(0)}`,
        () => `${pick(GIVEN, random)}-${pick(FAMILY, random)}`,
      ],
      random,
    )(random),
  nearMiss: (random) => pick(['root', 'string', 'null', '${USER}', 'admin', '<name>'], random),
  contexts: [
    'username: #',
    '{"userName": "#", "ok": true}',
    'login=#',
    'Benutzername: #',
    "nom d'utilisateur : #",
    'Usuario: #',
    'nome utente: #',
    'gebruikersnaam: #',
    'nazwa użytkownika: #',
    'användarnamn: #',
    'saved in /home/#/notes.txt',
    'C:\\Users\\#\\Desktop\\a.docx',
    'https://www.linkedin.com/in/#/',
  ],
};

const HOSTS = ['acme.test', 'shop.acme.test', 'verein-nord.de', 'mairie-lyon.fr', 'blog.jonas.eu'];

export const urlSamples: KindSamples = {
  kind: 'url',
  valid: (random) =>
    `${pick(['https://', 'http://', 'https://www.'], random)}${pick(HOSTS, random)}/${charsOf(random, 8, LOWER)}${pick(['', '/index.html', `?id=${d(random, 4)}`, `#${charsOf(random, 4, LOWER)}`], random)}`,
  nearMiss: (random) =>
    pick(
      [`http ${d(random, 3)}`, 'https://localhost:3000/a', 'www', 'a://b', 'src/main.ts', 'http:'],
      random,
    ),
  contexts: ['see # for more', '[link](#)', 'Siehe #', '<a href="#">x</a>', '(#)', 'url=#'],
};

const WRITTEN: readonly (readonly [at: string, dot: string])[] = [
  [' at ', ' dot '],
  [' [at] ', ' [dot] '],
  ['(at)', '(dot)'],
  ['[at]', '.'],
  [' (at) ', ' (punkt) '],
  [' arobase ', ' point '],
  [' arroba ', ' punto '],
  [' [chiocciola] ', ' [punto] '],
  [' małpa ', ' kropka '],
];

export const writtenEmailSamples: KindSamples = {
  kind: 'email',
  name: 'email, in words',
  valid: (random) => {
    const [at, dot] = pick(WRITTEN, random);
    const local = pick([pick(GIVEN, random), `${pick(GIVEN, random)}${d(random, 2)}`], random);
    return `${local}${at}${pick(FAMILY, random)}${dot}${pick(['com', 'de', 'org', 'fr', 'pl'], random)}`;
  },
  nearMiss: (random) =>
    pick(
      [
        'at this point in time',
        'look (at) that. So',
        `x[at] = ${d(random, 2)}`,
        'the dot at the end',
        'meet at noon. Come',
        `open at ${charsOf(random, 5, ALNUM)}.com`,
      ],
      random,
    ),
  contexts: ['Write to #, please', 'Kontakt: #', 'Mail: #', 'Mon adresse : #', '(#)'],
};
