import { readFileSync } from 'node:fs';
import { runAtOnce } from '#kernel';
import { describe, expect, it } from 'vitest';
import { findNames } from './find-names.js';
import { parseModel, shippedModel, UnusableModel } from './model.js';
import type { NameFinding } from './spans.js';
import { WINDOW_CHARS } from './tokens.js';

const model = shippedModel();
const find = (text: string): readonly NameFinding[] =>
  runAtOnce(findNames(text, model)).filter(({ score }) => score >= 0.5);
const people = (text: string): string[] =>
  find(text)
    .filter(({ kind }) => kind === 'person_name')
    .map(({ start, end }) => text.slice(start, end));

describe('names of people', () => {
  it.each([
    ['Dear Mr Whitcombe,\nplease call Sarah Whitcombe back.', ['Whitcombe', 'Sarah Whitcombe']],
    ['Sehr geehrte Frau Dr. Kessler,\nvielen Dank.', ['Kessler']],
    ['Mit freundlichen Grüßen\nThomas Bergmann', ['Thomas Bergmann']],
    ['Me llamo Lucía Fernández y vivo en Sevilla.', ['Lucía Fernández']],
    ['Imię i nazwisko: Anna Kowalska', ['Anna Kowalska']],
    ['Nazywam się Piotr Wiśniewski.', ['Piotr Wiśniewski']],
    ['Jag heter Ingrid Lindqvist och bor i Umeå.', ['Ingrid Lindqvist']],
    ['Mi chiamo Giulia Bianchi.', ['Giulia Bianchi']],
    ['Αγαπητέ κύριε Παπαδόπουλε,', ['Παπαδόπουλε']],
    ['Name: JOHN CARTER', ['JOHN CARTER']],
  ])('finds them in %j', (text, expected) => {
    expect(people(text)).toEqual(expected);
  });

  const eleanor = ['Eleanor Whitcombe'];
  it.each([
    ['Contact Ms Eleanor Whitcombe at eleanor.whitcombe@example.org please.', eleanor],
    ['Meet Ms Eleanor Whitcombe tomorrow.', eleanor],
    ['Contact Mr. Whitcombe.', ['Whitcombe']],
    ['Tell Ms Priya Raghunathan that Raghunathan is late.', ['Priya Raghunathan', 'Raghunathan']],
    ['Le docteur et madame Ouedraogo arrivent.', ['Ouedraogo']],
    ['Sr. Desembargador Nelson Barroso', ['Nelson Barroso']],
    ['Ask Mr President, use MS Windows, I miss Berlin.', []],
  ])('finds whom a title speaks of, however rare the name: %j', (text, expected) => {
    expect(people(text)).toEqual(expected);
  });

  it.each([
    ['Eleanor Whitcombe <eleanor.whitcombe@example.org>', eleanor],
    ['Write to Dr Sarah Whitcombe (sarah.whitcombe@example.com).', ['Sarah Whitcombe']],
    ['Priya Raghunathan, priya.raghunathan@example.org', ['Priya Raghunathan']],
    ['Dependabot <dependabot@example.org>', []],
    ['Contact Support at support@example.org.', []],
  ])('finds whose address stands beside: %j', (text, expected) => {
    expect(people(text)).toEqual(expected);
  });

  it.each([
    ['First name: Wilhelmina\nLast name: Krzyzanowska\n', ['Wilhelmina', 'Krzyzanowska']],
    ['Surname: Krzyzanowska', ['Krzyzanowska']],
    ['Surname: Zxqwhit', ['Zxqwhit']],
    ['Nachname: Krzyzanowska\nVorname: Wilhelmina', ['Krzyzanowska', 'Wilhelmina']],
    ['Imię: Wilhelmina\nNazwisko: Krzyzanowska', ['Wilhelmina', 'Krzyzanowska']],
    ['Nom : Ouedraogo\nPrénom : Wilhelmina', ['Ouedraogo', 'Wilhelmina']],
    ['Apellidos: Zubeldia Otxandiano', ['Zubeldia Otxandiano']],
    ['Family name: KRZYZANOWSKA', ['KRZYZANOWSKA']],
    ['Customer name: Krzyzanowska', ['Krzyzanowska']],
    ['First name: Please Enter\nNom: Server Report\nCity: Wrexley\nLast name: 4711', []],
  ])('finds what a label calls a name, however rare: %j', (text, expected) => {
    expect(people(text)).toEqual(expected);
  });

  it.each([
    ["O'Brien called. Mr. O’Brien and Mrs O'Connor agreed.", ["O'Brien", 'O’Brien', "O'Connor"]],
    ["Ask Sean O'Brien or CONOR O'SULLIVAN.", ["Sean O'Brien", "CONOR O'SULLIVAN"]],
    ["Maria D'Angelo, and Dr D'Souza", ["Maria D'Angelo", "D'Souza"]],
    ['{"author":"F. O\'Connor"}', ["F. O'Connor"]],
    ["It is 5 O'Clock. L'État, c'est moi. The L'Oréal group.", []],
  ])('finds the whole of a name with an apostrophe: %j', (text, expected) => {
    expect(people(text)).toEqual(expected);
  });

  it.each([
    ['Dr. M. C. E. van de Loo will call back.', ['M. C. E. van de Loo']],
    ['Contact A. B. C. Janssen, J.M. Broeken.', ['A. B. C. Janssen', 'J.M. Broeken']],
    ['De heer P. Maas heeft gebeld.', ['P. Maas']],
    ['Monsieur P. Lefèvre est absent, M. Lefèvre aussi.', ['P. Lefèvre', 'Lefèvre']],
    ['Г-н И. И. Иванов', ['И. И. Иванов']],
    ['The U. S. Army, the U.S. Treasury, a P. O. Box, the Q. A. Engineer, S. A. Renault', []],
  ])('finds the initials with the name, and by them the name: %j', (text, expected) => {
    expect(people(text)).toEqual(expected);
  });

  it.each([
    ['Juan Carlos de la Fuente called.', ['Juan Carlos de la Fuente']],
    ['Karl-Heinz Freiherr von und zu Guttenberg', ['Karl-Heinz Freiherr von und zu Guttenberg']],
    ['Ahmed bin Salman al-Rashid met her.', ['Ahmed bin Salman al-Rashid']],
    [
      'Mrs Siobhán Ní Dhomhnaill, Mevrouw van den Heuvel',
      ['Siobhán Ní Dhomhnaill', 'van den Heuvel'],
    ],
    ['Mr. McAllister came.', ['McAllister']],
    ['Assigned to @jdoe (Jane Doe)', ['Jane Doe']],
    ['Ich bin Lehrer. A MacBook with MacOS.', []],
  ])('finds long names, and those of many parts: %j', (text, expected) => {
    expect(people(text)).toEqual(expected);
  });

  it.each([
    'Get help with using Claude Code, or ask Claude.',
    'The most recent Claude models are the Claude 5 family.',
    'End commit messages with:\nCo-Authored-By: Claude <noreply@example.com>',
    'End commit messages with:\nCo-Authored-By: Claude Opus 4.5 <noreply@example.com>',
    'Allows Claude to search the web.',
    'Written down in CLAUDE.md, and read by Claude Desktop.',
    '- Mark it as in progress before work begins\n- Mark task as completed\n- Mark tasks that cannot start',
    'Grant access to the folder. Bill the customer.',
    'A command of Bash. Shell binary to launch. A ticket of Jira.',
    '- Fetches content from an address',
    'Do not perform it automatically.\n## Topic Updates\nAs you work, tell.',
  ])('takes no product, tool or verb of what agents are told for a person: %j', (text) => {
    expect(people(text)).toEqual([]);
  });

  it.each([
    ['Claude Martin called. Claude will call again.', ['Claude Martin', 'Claude']],
    ['Dear Claude,\nthe invoice is late.', ['Claude']],
    ['M. Claude Lefèvre est arrivé.', ['Claude Lefèvre']],
    ['Ask Mark Whitcombe.', ['Mark Whitcombe']],
    ['Yesterday Mark called about the invoice.', ['Mark']],
  ])('finds those who have such a name: %j', (text, expected) => {
    expect(people(text)).toEqual(expected);
  });

  it('takes a sentence that ends with a bracket for no code', () => {
    expect(people('For my take on Mrs. Lennox, see the guide (page 4)')).toEqual(['Lennox']);
  });

  it('reads what is said in a string of JSON as a sentence', () => {
    expect(people('{"about":{"items":["My name is Marta Wiśniewska."]}}')).toEqual([
      'Marta Wiśniewska',
    ]);
    expect(people('{"a":"Dear Mr Thomas Bergmann, thank you.","b":[1]}')).toEqual([
      'Thomas Bergmann',
    ]);
    expect(people('{"a":"SELECT Marta FROM users WHERE x"}')).toEqual([]);
  });

  const anna = ['Anna Kowalska'];
  it.each([
    ['{"text":"Please pay Peter Schmidt the refund."}', ['Peter Schmidt']],
    ["{'error': 'User John Smith (id 4) not found', 'code': 404}", ['John Smith']],
    ['```json\n{"error":"User John Smith not found"}\n```', ['John Smith']],
    ['<html><body><p>Hello team,</p><p>I met Anna Kowalska.</p></body></html>', anna],
    ['```\nHello team,\n\nI met Anna Kowalska yesterday.\n```', anna],
    ['| Name | City |\n|---|---|\n| Peter Schmidt | Berlin |', ['Peter Schmidt']],
    ['| Name | City |\n|---|---|\n| Anna Kowalska | Warszawa |', anna],
    ['<p>Anna Kowalska</p><p>Warszawa</p>', anna],
    ['12;Peter Schmidt;Berlin;4.5;{x}', ['Peter Schmidt']],
    ['* Anna Kowalska\n* Peter Schmidt', ['Anna Kowalska', 'Peter Schmidt']],
    ['**Anna Kowalska** called', anna],
    ['We met _Anna Kowalska_ there.', anna],
    ['We met __Anna Kowalska__ there.', anna],
    ['We met ~~Anna Kowalska~~ there.', anna],
    ['We met ~Anna Kowalska~ there.', anna],
    ['We met ==Anna Kowalska== there.', anna],
    ['_Anna Kowalska_, _Peter Schmidt_', ['Anna Kowalska', 'Peter Schmidt']],
    [
      'const a = (x) => x; // by Anna Kowalska;\nI met Anna Kowalska yesterday.',
      [...anna, ...anna],
    ],
  ])('finds what is said in %j', (text, expected) => {
    expect(people(text)).toEqual(expected);
  });

  it.each([
    ['Patient Peter Schmidt ist aufgenommen', 'Peter Schmidt'],
    ['Mitarbeiter Hans Müller ist krank', 'Hans Müller'],
    ['Employee John Smith was terminated', 'John Smith'],
    ['Client Jean Dupont a appelé', 'Jean Dupont'],
    ['Paciente María García ingresó ayer', 'María García'],
    ['Cliente Mario Rossi ha chiamato', 'Mario Rossi'],
    ['Klient Jan Nowak złożył reklamację', 'Jan Nowak'],
    ['Pacient Jan Novák byl přijat', 'Jan Novák'],
    ['Asiakas Matti Virtanen soitti eilen', 'Matti Virtanen'],
    ['Ügyfél Nagy János reklamált', 'Nagy János'],
    ['Klijent Ivan Horvat je zvao', 'Ivan Horvat'],
    ['Stranka Janez Novak je klicala', 'Janez Novak'],
    ['Klients Jānis Bērziņš zvanīja', 'Jānis Bērziņš'],
    ['Klientas Jonas Petraitis skambino', 'Jonas Petraitis'],
    ['Клиент Иван Петров се обади вчера', 'Иван Петров'],
  ])('finds who stands behind a role in %j', (text, expected) => {
    expect(people(text)).toEqual([expected]);
  });

  it('takes no title, salutation or place into the name', () => {
    expect(people('Herr Peter Schneider aus Hamburg rief an.')).toEqual(['Peter Schneider']);
  });

  it('takes the title of a figure for nobody, and who has one for somebody', () => {
    expect(people('Anna Kowalska Score')).toEqual(['Anna Kowalska']);
    expect(people('Name: Max Weight')).toEqual(['Max Weight']);
    expect(people('Max Tokens: 5. The Tokens were gone.')).toEqual([]);
  });

  it('knows a surname that stands alone from where the person was introduced', () => {
    const text = 'My name is Marta Zubrowska. I called at noon.\nThen Zubrowska left.';
    expect(people(text)).toEqual(['Marta Zubrowska', 'Zubrowska']);
    expect(people('Then Zubrowska left.')).toEqual([]);
  });

  it.each([
    'Gross Margin',
    'Max Retries: 5',
    'Access Token',
    'Ruby Version',
    'Bill To:',
    'The Max Heart Rate was high.',
    '| Sharpe Ratio | Price Index | Gross Weight | Bill Number |',
    '{"Max Tokens":4096,"Margen Bruto":12,"Cena Brutto":3}',
    'The Annual Report describes Key Performance Indicators for March and April.',
    'Set the font to Times New Roman and export with Microsoft Word.',
    'Der Vertrag regelt die Haftung und die Kündigung.',
    'const server = new HttpServer(DefaultOptions, Logger.Create());',
    '    at Module.Load (node:internal/modules/Loader.Frank:12:3)',
    '```\nclass Anna extends Peter {}\n```',
    '@martin_frank wrote it, see https://example.com/Anna.Kowalska/Peter',
    '2024-05-01T10:00:00Z INFO Server Started Martin',
    '192 334 1,204.50 A320 B2B 96c',
    '  ...BLANK,\n  salt: Buffer,\n  progress: Nano,',
    'GRANT SELECT ON audit_row TO gw_app;',
    'IBAN DE89 3704 0044 0532 0130 00',
    'NINO AB123456C',
    'VIN: WVWZZZ1JZXW000001',
    'Gentili Signori,',
    'Cordiali saluti,\nUfficio Acquisti',
    'Pozdrawiam,\nDział Obsługi Klienta',
    '{"name":"Blue Widget"}',
    'from typing import Any, Generic',
    'LANG=C ; export LANG',
    'Modula, Perl, Haskell and Kafka',
    '#!/bin/sh\n# Started by Travis\nset -e\nif [ -n "$A" ]; then\n  B=1;\nfi\n# Ruby and Jasmine too',
    "x = {\n    '\\u0621'    #  0x98 -> ARABIC LETTER HAMZA\n}",
    'He works at Calle Miguel Hernández 4.',
    '-----BEGIN CERTIFICATE-----',
    'MIIBkTCB+wIJAKHHIG7g/PIp+fw3Rh/Udo+EbZ1Bv\nLw+SqUEdiEU/Op8Fu+HZPjp\n',
  ])('finds none in %j', (text) => {
    expect(people(text)).toEqual([]);
  });

  it('reads a text of many windows as it reads each part', () => {
    const line =
      'Best regards,\nThomas Bergmann\n\nthe rest of the letter says nothing about anybody.\n';
    const text = line.repeat(Math.ceil((3 * WINDOW_CHARS) / line.length));
    const found = people(text);
    expect(new Set(found)).toEqual(new Set(['Thomas Bergmann']));
    expect(found).toHaveLength(text.length / line.length);
  });

  it('finds the same in text whose accents stand apart', () => {
    expect(people('Me llamo Lucía Fernández.'.normalize('NFD'))).toEqual([
      'Lucía Fernández'.normalize('NFD'),
    ]);
  });

  it('gives way after each window', () => {
    const steps = findNames('Anna Kowalska wrote. '.repeat(10_000), model);
    let count = 1;
    while (!steps.next().done) count++;
    expect(count).toBeGreaterThan(210_000 / WINDOW_CHARS);
  });
});

describe('the model file', () => {
  const file = new URL('../../../models/names/names.model', import.meta.url);
  const manifest = new URL('../../../models/names/manifest.json', import.meta.url);
  const { sha256 } = JSON.parse(readFileSync(manifest, 'utf8')) as { sha256: string };

  it('is the one that its manifest names', () => {
    expect(() => parseModel(readFileSync(file), sha256, 'test')).not.toThrow();
  });

  it('is refused with one bit changed', () => {
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
    expect(() => parseModel(bytes, sha256, 'test')).toThrow(UnusableModel);
  });
});
