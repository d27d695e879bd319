/** The same numbers for the same seed, on every machine (mulberry32). */
export class Random {
  constructor(private state: number) {}

  /** From 0 to 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** A text in pieces of one to five signs. */
  cut(text: string): readonly string[] {
    const pieces: string[] = [];
    for (let at = 0; at < text.length;) {
      const length = 1 + this.below(5);
      pieces.push(text.slice(at, at + length));
      at += length;
    }
    return pieces;
  }
}

/** Somebody who does not exist, with what nobody may find again. */
export interface Person {
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly iban: string;
}

const PEOPLE = [
  ['Eleanor', 'Whitcombe'],
  ['Oliver', 'Bennett'],
  ['Thomas', 'Berger'],
  ['Sabine', 'Hoffmann'],
  ['Claire', 'Dubois'],
  ['Anna', 'Kowalska'],
  ['Helen', 'Carter'],
  ['Lukas', 'Schneider'],
  ['Marta', 'Zielinska'],
  ['Daniel', 'Richardson'],
] as const;

export function aPerson(random: Random): Person {
  const [first, surname] = random.pick(PEOPLE);
  const account = String(random.below(1e9)).padStart(10, '0');
  return {
    name: `${first} ${surname}`,
    surname,
    email: `${first}.${surname}@example.org`.toLowerCase(),
    iban: germanIban(`50010517${account}`),
  };
}

/** With its check digits, in groups of four. */
function germanIban(account: string): string {
  const check = 98n - (BigInt(`${account}131400`) % 97n); // D is 13, E is 14.
  const plain = `DE${String(check).padStart(2, '0')}${account}`;
  return plain.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** All that may stand nowhere in a result, in letters and digits alone. */
export const plantedOf = ({ name, surname, email, iban }: Person): readonly string[] =>
  [name, surname, email, iban].map(squeezed);

export const squeezed = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Sentences that a detector has a fair chance with. */
export const sentencesOf = ({ name, email, iban }: Person): readonly string[] => [
  `This agreement is made with ${name}.`,
  `Please write to ${email} before Friday.`,
  `The fee is paid to the account ${iban}.`,
];
