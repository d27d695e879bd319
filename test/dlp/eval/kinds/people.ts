import { between, padded, pick } from './draw.js';
import type { KindSamples } from './samples.js';

const MONTHS: Readonly<Record<string, readonly string[]>> = {
  en: 'January February March April May June July August September October November December'.split(
    ' ',
  ),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(
    ' ',
  ),
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
    ' ',
  ),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
    ' ',
  ),
  pl: 'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia'.split(
    ' ',
  ),
};

function written(random: () => number, from: number, to: number): string {
  const [year, month, day] = [
    between(random, from, to),
    between(random, 1, 12),
    between(random, 1, 28),
  ];
  const name = (language: string) => MONTHS[language]?.[month - 1] ?? '';
  return pick(
    [
      `${padded(day)}.${padded(month)}.${year}`,
      `${padded(day)}/${padded(month)}/${year}`,
      `${year}-${padded(month)}-${padded(day)}`,
      `${day} ${name('en')} ${year}`,
      `${name('en')} ${day}, ${year}`,
      `${day}. ${name('de')} ${year}`,
      `${day} ${name('fr')} ${year}`,
      `${day} de ${name('es')} de ${year}`,
      `${day} ${name('pl')} ${year}`,
    ],
    random,
  );
}

export const birthSamples: KindSamples = {
  kind: 'date_of_birth',
  valid: (random) => written(random, 1935, 2015),
  // No day of the calendar, and years that nobody alive was born in.
  nearMiss: (random) =>
    pick(
      [
        `${between(random, 32, 39)}.${padded(between(random, 1, 12))}.1980`,
        `${padded(between(random, 1, 28))}.${padded(between(random, 1, 12))}.17${between(random, 10, 99)}`,
        `1980-1${between(random, 3, 9)}-10`,
        `${between(random, 1, 9)}.${between(random, 1, 9)}`,
      ],
      random,
    ),
  contexts: [
    'She was born on # in a small town.',
    'Geburtsdatum: #',
    'geboren am # in Ulm',
    'Date de naissance : #',
    'Il est né le # à Lille.',
    'Fecha de nacimiento: #',
    'nacida el #, soltera',
    'Data di nascita: #',
    'data urodzenia: #',
    'Geboortedatum: #',
    'Född #',
    '"date_of_birth": "#"',
    'DOB #',
    'dob=#&x=1',
  ],
};

export const ageSamples: KindSamples = {
  kind: 'age',
  valid: (random) =>
    `${between(random, 18, 97)}${pick([' years old', ' Jahre alt', '-year-old', '-jährige'], random)}`,
  nearMiss: (random) =>
    `${between(random, 2, 90)}${pick([' yards', ' days', ' Euro', '-fold', ' items', ' m²', ' %', ' km'], random)}`,
  contexts: ['The patient is # and well.', 'Die Patientin, #, kam an.', 'a # man', 'She is #.'],
};

export const spokenAgeSamples: KindSamples = {
  kind: 'age',
  name: 'age, Romance and Slavic',
  valid: (random) =>
    `${between(random, 18, 97)}${pick([' ans', ' años', ' anni', ' lat'], random)}`,
  nearMiss: (random) =>
    `${between(random, 2, 90)}${pick([' jours', ' euros', ' km', ' %'], random)}`,
  contexts: [
    'Patient de #, fumeur.',
    'Mujer de # con fiebre.',
    'Paziente, età #.',
    'wiek: #',
    'Homme, #, Lyon',
  ],
};
