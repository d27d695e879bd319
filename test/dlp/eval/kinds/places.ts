import { between, charsOf, DIGITS, padded, pick, UPPER } from './draw.js';
import type { KindSamples } from './samples.js';

type Draw = (random: () => number) => string;

const STREETS: readonly Draw[] = [
  (random) =>
    `${pick(['Lindenstraße', 'Goethestr.', 'Am Kirchweg', 'Rosengasse', 'Schulplatz'], random)} ${between(random, 1, 120)}`,
  (random) =>
    `${pick(['rue Victor Hugo', 'avenue Jean Jaurès', 'boulevard Pasteur'], random)} ${between(random, 1, 90)}`,
  (random) =>
    `${between(random, 1, 90)}, ${pick(['rue des Lilas', 'avenue Foch', 'place du Marché'], random)}`,
  (random) =>
    `${pick(['Calle Mayor', 'C/ Alcalá', 'Avenida de la Paz', 'Plaza Nueva'], random)} ${between(random, 1, 90)}`,
  (random) =>
    `${pick(['Via Garibaldi', 'Viale Mazzini', 'Piazza Dante'], random)} ${between(random, 1, 90)}`,
  (random) =>
    `${pick(['ul. Długa', 'ulica Polna', 'al. Niepodległości', 'ul. Jana Matejki'], random)} ${between(random, 1, 90)}`,
  (random) =>
    `${pick(['Kerkstraat', 'Prinsengracht', 'Dorpsweg'], random)} ${between(random, 1, 200)}`,
  (random) => `${pick(['Kungsgatan', 'Skolvägen', 'Sveavägen'], random)} ${between(random, 1, 90)}`,
  (random) => `${pick(['Nørregade', 'Strandvejen'], random)} ${between(random, 1, 90)}`,
  (random) => `${pick(['Hämeentie', 'Puistokatu'], random)} ${between(random, 1, 90)}`,
  (random) =>
    `${pick(['Rua Augusta', 'Avenida da Liberdade', 'Travessa do Carmo'], random)} ${between(random, 1, 90)}`,
  (random) =>
    `${between(random, 1, 300)} ${pick(['High Street', 'Church Lane', 'Mill Road', 'Park Avenue'], random)}`,
];
const CITIES = [
  '10117 Berlin',
  '80331 München',
  '75011 Paris',
  '28013 Madrid',
  '20121 Milano',
  '50-062 Wrocław',
];

export const addressSamples: KindSamples = {
  kind: 'street_address',
  valid: (random) => {
    const street = pick(STREETS, random)(random);
    return random() < 0.4 ? `${street}, ${pick(CITIES, random)}` : street;
  },
  nearMiss: (random) =>
    pick(
      [
        `Chapter ${between(random, 1, 20)}`,
        `Weg ${between(random, 2, 9)}`,
        `Via API ${between(random, 2, 9)}`,
        `Abbildung ${between(random, 2, 9)}`,
        `Section ${between(random, 2, 9)}, ${between(random, 1990, 2020)} edition`,
        `Version ${between(random, 2, 9)}`,
      ],
      random,
    ),
  missContexts: ['It says # there.', 'siehe #', 'Voir # :', 'ver # aquí', '(#)', '"step": "#"'],
  contexts: [
    'I live at # since May.',
    'Ich wohne in der Stadt: #',
    'Anschrift: #',
    'Adresse : #',
    'Dirección: #',
    'Indirizzo: #',
    'Adres: #',
    'Adress: #',
    'Send it to #\nthank you',
    '"street": "#"',
  ],
};

export const postalSamples: KindSamples = {
  kind: 'postal_code',
  valid: (random) =>
    pick<Draw>(
      [
        () => padded(between(random, 1067, 99998), 5),
        () => `${padded(between(random, 1, 99))}-${charsOf(random, 3, DIGITS)}`,
        () => `${between(random, 1000, 9999)} ${charsOf(random, 2, 'ABDEGHJKLM')}`,
        () => `${between(random, 100, 790)} ${charsOf(random, 2, DIGITS)}`,
        () =>
          `${pick(['SW', 'EC', 'NW'], random)}${between(random, 1, 9)} ${between(random, 1, 9)}${charsOf(random, 2, 'ABDEFGHJ')}`,
      ],
      random,
    )(random),
  nearMiss: (random) =>
    pick(
      [
        `${between(random, 1, 99)}`,
        `${between(random, 1, 9)}.${between(random, 1, 9)} MB`,
        charsOf(random, 9, DIGITS),
        'n/a',
      ],
      random,
    ),
  contexts: [
    'PLZ: #',
    'postcode #',
    'Code postal : #',
    'kod pocztowy #',
    'CP #',
    'PSČ #',
    '"zip": "#"',
    'postnummer: #',
    'CAP #',
    'irányítószám: #',
  ],
};

export const coordinateSamples: KindSamples = {
  kind: 'geo_coordinates',
  valid: (random) =>
    pick<Draw>(
      [
        () =>
          `${between(random, 35, 69)}.${charsOf(random, 5, DIGITS)}, ${between(random, 1, 29)}.${charsOf(random, 5, DIGITS)}`,
        () =>
          `${between(random, 35, 69)}.${charsOf(random, 4, DIGITS)}° N, ${between(random, 1, 29)}.${charsOf(random, 4, DIGITS)}° E`,
        () =>
          `${between(random, 35, 69)}°${between(random, 10, 59)}′${between(random, 10, 59)}″ N ${between(random, 1, 29)}°${between(random, 10, 59)}′${between(random, 10, 59)}″ E`,
      ],
      random,
    )(random),
  nearMiss: (random) =>
    pick(
      [
        `${between(random, 200, 900)}.12345, ${between(random, 200, 900)}.12345`,
        `${between(random, 1, 9)}.5, 2.5`,
        `${between(random, 1, 40)}°C`,
        'n/a',
      ],
      random,
    ),
  contexts: [
    'GPS: #',
    'Koordinaten: #',
    'coordonnées : #',
    'located at coordinates #',
    'coordenadas: #',
    'współrzędne: #',
    'location=#',
  ],
};

export const plateSamples: KindSamples = {
  kind: 'vehicle_plate',
  valid: (random) =>
    pick<Draw>(
      [
        () =>
          `${pick(['B', 'M', 'HH', 'KÖN', 'LDS', 'WOB'], random)}-${charsOf(random, 2, UPPER)} ${between(random, 10, 9999)}`,
        () =>
          `${charsOf(random, 2, 'ABCDEFGHJ')}-${between(random, 100, 999)}-${charsOf(random, 2, 'ABCDEFGHJ')}`,
        () =>
          `${charsOf(random, 2, 'ABCDEFGHJ')}${between(random, 100, 999)}${charsOf(random, 2, 'ABCDEFGHJ')}`,
        () => `${between(random, 1000, 9999)} ${charsOf(random, 3, 'BCDFGHJKL')}`,
        () => `${pick(['WA', 'KR', 'PO'], random)} ${between(random, 10000, 99999)}`,
      ],
      random,
    )(random),
  nearMiss: (random) =>
    pick(
      [
        charsOf(random, 12, DIGITS),
        charsOf(random, 6, 'abcdef'),
        'n/a',
        charsOf(random, 14, UPPER),
      ],
      random,
    ),
  contexts: [
    'Kennzeichen: #',
    "plaque d'immatriculation #",
    'targa #',
    'matrícula #',
    'rejestracja #',
    'registration #',
    'kenteken #',
    '"license_plate": "#"',
  ],
};
