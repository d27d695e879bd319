import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seeded } from '../../support/seeded.js';

/** What companies send: each sort costs data protection something else. */
export const SORTS = ['letters', 'prose', 'code', 'JSON', 'logs', 'tables'] as const;
export type Sort = (typeof SORTS)[number];

const SEED = 20_261;

type Random = () => number;

/**
 * A text of each sort, `chars` characters long: the same at each call, for one checkout.
 *
 * @param root of the checkout, whose documents and sources are the prose and the code
 */
export function textsOf(root: string, chars: number): Readonly<Record<Sort, string>> {
  const random = seeded(SEED);
  return {
    letters: written(() => letter(random), chars),
    prose: repeated(filesIn(join(root, 'docs'), '.md'), chars),
    code: repeated(filesIn(join(root, 'libs'), '.ts'), chars),
    JSON: written(() => record(random), chars),
    logs: written(() => logLine(random), chars),
    tables: written(() => row(random), chars),
  };
}

/** The turns of a conversation, question and answer in turn, of some 600 characters each. */
export function turnsOf(count: number): readonly string[] {
  const random = seeded(SEED);
  return Array.from({ length: count }, () => written(() => letter(random), 600));
}

function written(next: () => string, chars: number): string {
  const pieces: string[] = [];
  for (let length = 0; length < chars;) length += pieces[pieces.push(next()) - 1]?.length ?? 0;
  return pieces.join('').slice(0, chars);
}

const repeated = (text: string, chars: number): string =>
  text.repeat(Math.ceil(chars / text.length)).slice(0, chars);

const filesIn = (folder: string, ending: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.endsWith(`.test${ending}`))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

const pick = <Item>(random: Random, list: readonly Item[]): Item =>
  list[Math.floor(random() * list.length)] as Item;

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => Math.floor(random() * 10)).join('');

const GIVEN = 'Anna Jürgen María Piotr Chloé Luca Sanne Björn Zsófia Emily Tomasz Ingrid'.split(
  ' ',
);
const FAMILY =
  'Kowalska Müller García Nowak Lefèvre Rossi Jansen Lindqvist Nagy Smith Zieliński Haugen'.split(
    ' ',
  );
const CITIES = 'Berlin Kraków Sevilla Lyon Torino Utrecht Göteborg Szeged Bristol Gdańsk'.split(
  ' ',
);

/** Sentences with `G`iven and `F`amily names, `C`ities and `N`umbers, in languages in turn. */
const SENTENCES = [
  'Dear {G} {F}, thank you for your letter about the invoice that we sent last month.',
  'The delivery to {C} was late again, and nobody in the warehouse could tell us why.',
  'Please note that the warranty covers parts and labour for {N} months after the purchase.',
  'We spoke to Mr {F} about the new terms, and he agreed to sign them before the end of the week.',
  'Sehr geehrte Frau {F}, vielen Dank für Ihre Anfrage zu den Bedingungen unseres Angebots.',
  'Die Lieferung nach {C} verzögert sich leider um einige Tage, weil das Lager umgebaut wird.',
  'Wir haben Ihren Vertrag geprüft und bestätigen die Änderung der Laufzeit auf {N} Monate.',
  'Bonjour {G}, nous avons bien reçu votre demande et nous vous répondrons dans les meilleurs délais.',
  'La réunion prévue à {C} est reportée, car plusieurs personnes ne peuvent pas se déplacer.',
  'Estimado señor {F}, le confirmamos que su pedido salió ayer de nuestro almacén de {C}.',
  'Le agradecemos su paciencia y le ofrecemos un descuento en la próxima compra que realice.',
  'Szanowny Panie {F}, dziękujemy za przesłane dokumenty, które przekazaliśmy do działu umów.',
  'Termin odbioru w mieście {C} został zmieniony, ponieważ samochód wymaga naprawy.',
  'Gentile {G} {F}, le inviamo il preventivo che ci ha chiesto durante la visita a {C}.',
  'Beste {G}, de afspraak van volgende week kan helaas niet doorgaan door ziekte van een collega.',
  'Hej {G}, vi har tagit emot din ansökan och återkommer så snart vi har läst igenom den.',
  'Tisztelt {F} {G}, köszönjük megkeresését, a szerződés tervezetét mellékelten küldjük.',
  'She explained that the figures in the report were preliminary and would change in spring.',
  'If the customer does not answer in time, the case is closed and the file goes to the archive.',
  'Das Protokoll der Sitzung liegt bei; Ergänzungen bitte bis Ende der Woche an das Sekretariat.',
];

function letter(random: Random): string {
  const sentence = pick(random, SENTENCES)
    .replaceAll('{G}', () => pick(random, GIVEN))
    .replaceAll('{F}', () => pick(random, FAMILY))
    .replaceAll('{C}', () => pick(random, CITIES))
    .replaceAll('{N}', () => digits(random, 2));
  return random() < 0.15 ? `${sentence}\n\n` : `${sentence} `;
}

const STATES = ['active', 'pending', 'closed', 'on_hold'];

const record = (random: Random): string =>
  `${JSON.stringify({
    id: Number(`1${digits(random, 7)}`),
    customer: `${pick(random, GIVEN)} ${pick(random, FAMILY)}`,
    city: pick(random, CITIES),
    state: pick(random, STATES),
    created_at: `2025-0${1 + Math.floor(random() * 9)}-1${digits(random, 1)}T1${digits(random, 1)}:22:33Z`,
    amount: `${digits(random, 4)}.${digits(random, 2)}`,
    trace: digits(random, 12),
    tags: ['retail', 'newsletter'],
    note: pick(random, SENTENCES).replaceAll(/\{.\}/g, 'our office'),
  })},\n`;

const LEVELS = ['INFO', 'WARN', 'DEBUG'];
const EVENTS = [
  'Request completed',
  'Cache miss for key',
  'Slow query on replica',
  'Retry of part',
];

const logLine = (random: Random): string =>
  `2025-06-1${digits(random, 1)}T1${digits(random, 1)}:2${digits(random, 1)}:3${digits(random, 1)}.${digits(random, 3)}Z ${pick(random, LEVELS)} [worker-${digits(random, 2)}] ${pick(random, EVENTS)} id=${digits(random, 9)} took=${digits(random, 3)}ms bytes=${digits(random, 7)} from 10.0.${digits(random, 2)}.${digits(random, 1)}\n`;

const row = (random: Random): string =>
  `${digits(random, 5)};${pick(random, CITIES)};${digits(random, 3)}.${digits(random, 2)};${digits(random, 8)};2025-0${1 + Math.floor(random() * 9)}-1${digits(random, 1)};${digits(random, 13)};${digits(random, 2)} %\n`;
