import type { Entered, InspectedCall } from '#call';
import type { CallerProtocol } from '#wire';
import { aCall, anInterceptor, outgoing } from '../a-call.js';

/** One value of a call and the word that stood for it, in its parts. */
export interface Word {
  readonly value: string;
  readonly label: string;
  readonly code: string;
  /** Of its spelling, where it is not the first. */
  readonly number: string | undefined;
}

export interface World {
  readonly entered: Entered<InspectedCall>;
  readonly words: readonly Word[];
}

/** Values of every shape under labels of one to three words; people share their names in part. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  person_name: [
    'Anna Kowalska',
    'Anna Nowak',
    'Jan Nowak',
    'Seán "Bob" O\'Brien',
    'Жанна д’Арк',
    '李小龙',
    'Ζωή Παπαδοπούλου',
    'محمد علي',
    'Renée \\ Zoë',
    'Müller-Lüdenscheidt',
    '김민준',
  ],
  street_address: [
    'Hauptstraße 5\n10115 Berlin',
    '12 rue "Vauban"\r\n75001 Paris',
    'ul. Długa 7/3',
  ],
  phone: ['+49 30 901820', '(030) 90 18-20'],
  organization: ['Blue "Tower"\tGmbH', 'ООО «Ромашка»'],
  location: ['Łódź', '東京都'],
  date_of_birth: ['1980-02-30', '3. März 1975'],
  social_security_number: ['65 150280 M 007'],
  health_insurance_id: ['K 123 456 789'],
  tax_id: ['12/345/67890'],
  removal_term: ['Project {"Falcon": ["x"]}', '<script>alert("1")</script>'],
};

/** One address, number and card in spellings that share a code. */
const SPELLED: readonly (readonly string[])[] = [
  ['jane.doe@example.com', 'Jane.Doe@Example.com', 'JANE.DOE@EXAMPLE.COM'],
  ['DE89370400440532013000', 'DE89 3704 0044 0532 0130 00'],
  ['4111 1111 1111 1111', '4111-1111-1111-1111'],
];
const TERMS_PER_CALL = 6;
const WORD = /^([A-Z_]+)_([2-9A-Z]{6})(?:_([1-9]))?$/;

/** A call whose request held a few of the values. */
export async function aWorldOf(
  random: () => number,
  protocol: CallerProtocol,
  isStreaming: boolean,
): Promise<World> {
  const terms = Object.entries(VALUES)
    .flatMap(([kind, values]) => values.map((term) => ({ kind, term, order: random() })))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, TERMS_PER_CALL)
    .map(({ kind, term }) => ({ kind, term }));
  const spelled = SPELLED[Math.floor(random() * SPELLED.length)] ?? [];
  const texts = [...terms.map(({ term }) => term), ...spelled];
  const messages = texts.map((content) => ({ role: 'user', content }));
  const body = { gw: { remove: terms }, model: 'acme/m', messages, input: messages };
  const entered = await anInterceptor().enter(aCall('tokenize', body, { isStreaming, protocol }));
  const sent = JSON.parse(outgoing(entered.call)) as { messages: { content: string }[] };
  const words = sent.messages.map(({ content }, index): Word => {
    const [, label = '', code = '', number] = WORD.exec(content) ?? [];
    if (code === '') throw new Error(`no pseudonym: ${content}`);
    return { value: texts[index] ?? '', label, code, number };
  });
  return { entered, words };
}
