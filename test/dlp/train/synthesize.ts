import type { Document, MarkedName, NameKind } from '../corpora/document.js';
import type { Names } from './build-lexicon.js';
import { seeded } from '../../support/seeded.js';
import { TEMPLATES } from './words/templates.js';

/** Surnames that no list has, so that the sentence around a name counts and not the list. */
const UNKNOWN_SURNAMES = 0.3;
const LINES_OF_DOCUMENT = 8;
/** Names as careless people and forms write them. */
const ALL_CAPS = 0.08;
const ALL_SMALL = 0.05;
const WITH_INITIAL = 0.08;
const DOUBLE_SURNAME = 0.06;
const PARTICLE_SURNAME = 0.06;

const SYLLABLES = {
  latin: [
    'ka',
    'lo',
    'mi',
    're',
    'sta',
    'vin',
    'dor',
    'bel',
    'gra',
    'ton',
    'ju',
    'pe',
    'hol',
    'sen',
    'wi',
    'za',
    'kri',
    'mar',
    'ost',
    'lund',
    'fer',
    'go',
    'ni',
    'tal',
    'bru',
    'der',
    'os',
    'ev',
  ],
  greek: ['κα', 'λο', 'μι', 'ρε', 'στα', 'βιν', 'δο', 'πε', 'γρα', 'τον', 'ζα', 'μαρ', 'θε', 'νι'],
  cyrillic: [
    'ка',
    'ло',
    'ми',
    'ре',
    'ста',
    'вин',
    'до',
    'пе',
    'гра',
    'тон',
    'за',
    'мар',
    'те',
    'ни',
  ],
};
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  pl: ['ski', 'ska', 'wicz', 'ak', 'czyk'],
  cs: ['ová', 'ek', 'ský', 'ka'],
  sk: ['ová', 'ek', 'ský', 'ák'],
  hr: ['ić', 'ović', 'ac'],
  sl: ['ič', 'nik', 'ar'],
  sv: ['sson', 'berg', 'gren', 'ström'],
  da: ['sen', 'gaard', 'holm'],
  nb: ['sen', 'rud', 'vik'],
  fi: ['nen', 'la', 'maa'],
  et: ['mäe', 'saar', 'la'],
  hu: ['i', 'ó', 'sy'],
  ro: ['escu', 'eanu', 'aru'],
  el: ['όπουλος', 'ίδης', 'άκης', 'ου'],
  bg: ['ов', 'ова', 'ев', 'ева'],
  lv: ['iņš', 'bergs', 'a'],
  lt: ['as', 'aitis', 'ienė'],
  it: ['i', 'ini', 'etti', 'o'],
  es: ['ez', 'ero', 'ado', 'a'],
  pt: ['es', 'eira', 'o'],
  de: ['er', 'mann', 'ing', 'el'],
  nl: ['stra', 'sen', 'aar', 'mans'],
  fr: ['eau', 'et', 'ard', 'ier'],
  en: ['son', 'ley', 'ton', 'er'],
};
const SURNAME_PARTICLES: Readonly<Record<string, readonly string[]>> = {
  de: ['von', 'von der', 'zu'],
  nl: ['van', 'van der', 'de', 'van den', 'ter'],
  fr: ['de', 'de la', "d'"],
  it: ['di', 'De', 'Della'],
  pt: ['da', 'dos', 'de'],
  es: ['de', 'de la', 'del'],
  en: ["O'", 'Mc'],
};
const COMPANY_FORMS = [
  'GmbH',
  'AG',
  'Ltd',
  'Inc',
  'S.A.',
  'S.r.l.',
  'B.V.',
  'Sp. z o.o.',
  'AB',
  'A/S',
  'Oy',
  'Kft.',
  's.r.o.',
  'Group',
];
const COMPANY_WORDS = [
  'Nord',
  'Alpha',
  'Terra',
  'Blue',
  'Energie',
  'Media',
  'Logistik',
  'Software',
  'Bau',
  'Pharma',
  'Solar',
  'Delta',
  'Nova',
  'Trans',
];

/** Random texts of all languages from templates and lists; the same seed gives the same texts. */
export function synthesize(
  names: readonly Names[],
  perLanguage: number,
  seed: number,
): readonly Document[] {
  const random = seeded(seed);
  const documents: Document[] = [];
  for (const [language, { locales, lines }] of Object.entries(TEMPLATES)) {
    const writer = new Writer(language, poolOf(names, locales), random);
    const templates = lines
      .split(/[|\n]/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
    for (let count = 0; count < perLanguage; count++) documents.push(writer.write(templates));
  }
  return documents;
}

interface Pool {
  readonly given: readonly string[];
  readonly surnames: readonly string[];
  readonly cities: readonly string[];
}

/** What the locales of a language have no list of comes from all others. */
function poolOf(names: readonly Names[], locales: readonly string[]): Pool {
  const own = names.filter(({ locale }) => locales.includes(locale));
  const listOf = (list: 'given' | 'surnames' | 'cities') => {
    const some = own.flatMap((lists) => lists[list]);
    return some.length > 0 ? some : names.flatMap((lists) => lists[list]);
  };
  return { given: listOf('given'), surnames: listOf('surnames'), cities: listOf('cities') };
}

class Writer {
  private text = '';
  private names: MarkedName[] = [];

  constructor(
    private readonly language: string,
    private readonly pool: Pool,
    private readonly random: () => number,
  ) {}

  write(templates: readonly string[]): Document {
    this.text = '';
    this.names = [];
    for (let line = 0; line < LINES_OF_DOCUMENT; line++) {
      this.writeLine(this.oneOf(templates).replaceAll('\\n', '\n'));
      this.text += this.random() < 0.6 ? '\n' : this.random() < 0.5 ? '\n\n' : ' ';
    }
    return { text: this.text, names: this.names };
  }

  private writeLine(template: string): void {
    for (const piece of template.split(/(\{[a-z#]\})/)) {
      if (piece === '{n}') this.writeName(this.fullName());
      else if (piece === '{g}') this.writeName(this.given());
      else if (piece === '{s}') this.writeName(this.surname());
      else if (piece === '{c}') this.put(this.oneOf(this.pool.cities), 'location');
      else if (piece === '{o}') this.put(this.company(), 'organization');
      else if (piece === '{d}') this.text += this.date();
      else if (piece === '{#}') this.text += String(Math.floor(20 + this.random() * 60));
      else this.text += piece;
    }
  }

  private writeName(name: string): void {
    const draw = this.random();
    if (draw < ALL_CAPS) this.put(name.toUpperCase(), 'person_name');
    else if (draw < ALL_CAPS + ALL_SMALL) this.put(name.toLowerCase(), 'person_name');
    else this.put(name, 'person_name');
  }

  private put(value: string, kind: NameKind): void {
    const start = this.text.length;
    this.text += value;
    this.names.push({ kind, start, end: this.text.length });
  }

  private fullName(): string {
    const [given, surname] = [this.given(), this.surname()];
    if (this.language === 'hu') return `${surname} ${given}`;
    const draw = this.random();
    if (draw < WITH_INITIAL) return `${given.charAt(0)}. ${surname}`;
    if (draw < 2 * WITH_INITIAL) return `${given} ${this.given().charAt(0)}. ${surname}`;
    return `${given} ${surname}`;
  }

  private given(): string {
    const given = this.oneOf(this.pool.given);
    return this.random() < 0.05 ? `${given}-${this.oneOf(this.pool.given)}` : given;
  }

  private surname(): string {
    const draw = this.random();
    const surname =
      this.random() < UNKNOWN_SURNAMES ? this.unknown() : this.oneOf(this.pool.surnames);
    if (draw < DOUBLE_SURNAME) return `${surname}-${this.oneOf(this.pool.surnames)}`;
    const particles = SURNAME_PARTICLES[this.language];
    if (!particles || draw > DOUBLE_SURNAME + PARTICLE_SURNAME) return surname;
    const particle = this.oneOf(particles);
    return /['c]$/.test(particle) ? `${particle}${surname}` : `${particle} ${surname}`;
  }

  private unknown(): string {
    const script = this.language === 'el' ? 'greek' : this.language === 'bg' ? 'cyrillic' : 'latin';
    const count = this.random() < 0.5 ? 1 : 2;
    let name = '';
    for (let at = 0; at < count; at++) name += this.oneOf(SYLLABLES[script]);
    name += this.oneOf(ENDINGS[this.language] ?? SYLLABLES[script]);
    return name.charAt(0).toUpperCase() + name.slice(1);
  }

  private company(): string {
    const draw = this.random();
    const front = draw < 0.4 ? this.surname() : this.oneOf(COMPANY_WORDS);
    return `${front} ${draw < 0.2 ? `${this.oneOf(COMPANY_WORDS)} ` : ''}${this.oneOf(COMPANY_FORMS)}`;
  }

  private date(): string {
    const [day, month] = [Math.floor(1 + this.random() * 28), Math.floor(1 + this.random() * 12)];
    return `${day}.${month}.${Math.floor(1940 + this.random() * 80)}`;
  }

  private oneOf<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.random() * items.length)] as Item;
  }
}
