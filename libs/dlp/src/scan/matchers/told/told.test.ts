import { describe, expect, it } from 'vitest';
import { growthOf, LINEAR_MAX } from '../../../../../../test/support/growth.js';
import { allIn, foundIn } from '../../../testing/found-in.js';

describe('e-mail addresses in words', () => {
  it.each([
    ['write to jane at example dot com, please', 'jane at example dot com'],
    ['jane.doe [at] example [dot] com', 'jane.doe [at] example [dot] com'],
    ['jane(at)example.com', 'jane(at)example.com'],
    ['Kontakt: jane.doe (at) firma-nord (punkt) de', 'jane.doe (at) firma-nord (punkt) de'],
    [
      'jane dot doe at mail dot example dot co dot uk',
      'jane dot doe at mail dot example dot co dot uk',
    ],
    ['JANE [AT] EXAMPLE [DOT] ORG', 'JANE [AT] EXAMPLE [DOT] ORG'],
    ['jane{at}example{dot}net', 'jane{at}example{dot}net'],
    ['anna arobase exemple point fr', 'anna arobase exemple point fr'],
    ['ana arroba ejemplo punto es', 'ana arroba ejemplo punto es'],
    ['anna małpa przyklad kropka pl', 'anna małpa przyklad kropka pl'],
    ['mario chiocciola esempio punto it', undefined],
    ['mario [chiocciola] esempio [punto] it', 'mario [chiocciola] esempio [punto] it'],
  ])('are found in %s', (text, address) => {
    expect(foundIn('email', text)).toEqual(address === undefined ? [] : [address]);
  });

  it('read as the address that is meant', () => {
    const [finding] = allIn('jane dot doe [at] example (dot) com');
    expect(finding?.canonical).toBe('jane.doe@example.com');
  });

  it.each([
    'We arrived at this point in time.',
    'Look at that dot in the middle.',
    'meet me at noon. Come alone',
    'open at example.com from nine',
    'at the dot com boom',
    'look (at) this. Then go',
    'array[at] = list.of(items)',
    'x at y dot z',
    'if (at > text.length) return;',
  ])('are not seen in %s', (text) => {
    expect(foundIn('email', text)).toEqual([]);
  });
});

describe('names of accounts', () => {
  it.each([
    ['username: jdoe42', 'jdoe42'],
    ['{"user_name": "jane.doe"}', 'jane.doe'],
    ['userName=mueller_k', 'mueller_k'],
    ['Benutzername: k.mueller', 'k.mueller'],
    ['identifiant : mdupont', 'mdupont'],
    ['nazwa użytkownika: akowalska', 'akowalska'],
    ['käyttäjätunnus: mvirtanen', 'mvirtanen'],
    ['Twitter: @jane_doe', '@jane_doe'],
    ['open /home/jdoe/notes.txt', 'jdoe'],
    ['C:\\Users\\k.mueller\\Desktop', 'k.mueller'],
    ['"C:\\\\Users\\\\kmueller\\\\a"', 'kmueller'],
    ['https://www.linkedin.com/in/jane-doe-12345/', 'jane-doe-12345'],
    ['see github.com/janedoe, she wrote it', 'janedoe'],
  ])('are found in %s', (text, name) => {
    expect(foundIn('username', text)).toEqual([name]);
  });

  it('are told by the member that they are the value of', () => {
    expect(foundIn('username', 'jdoe42', 'userName')).toEqual(['jdoe42']);
    expect(foundIn('username', 'a whole sentence', 'userName')).toEqual([]);
  });

  it.each([
    'username: string',
    'user: User;',
    'username = request.form["user"]',
    'role: user',
    'user: root',
    'login: ${LOGIN}',
    '@Injectable() class',
    '/home/runner/work',
    '/Users/Shared/x',
    'home/index.ts',
    'github.com/acme/site',
    'The user: he said no',
    'username: <your name>',
    'user=1',
    'user: UnprivilegedUser',
  ])('are not seen in %s', (text) => {
    expect(foundIn('username', text)).toEqual([]);
  });
});

describe('ids of devices', () => {
  const UUID = '38400000-8cf0-11bd-b23e-10b96e40000d';
  it.each([
    [`IDFA: ${UUID}`, UUID],
    [`"advertising_id":"${UUID}"`, UUID],
    [`deviceId=${UUID}`, UUID],
    [`device id is ${UUID}`, UUID],
    ['android_id: 9774d56d682e549c', '9774d56d682e549c'],
    ['UDID 00008020-001C2D223A85002E', '00008020-001C2D223A85002E'],
    ['Serial number: C02XK1ZNJGH5', 'C02XK1ZNJGH5'],
    ['S/N: 5CG7284B9K', '5CG7284B9K'],
    ['Seriennummer R58M12ABCDE', 'R58M12ABCDE'],
    ['numer seryjny: PF-1A2B3C4D', 'PF-1A2B3C4D'],
  ])('are found in %s', (text, id) => {
    expect(foundIn('device_id', text)).toEqual([id]);
  });

  it.each([
    `request ${UUID}`,
    `idfa: 00000000-0000-0000-0000-000000000000`,
    'android_id: 9774d56d682e54',
    'Serial number: UNKNOWN',
    'serial: true',
    'serial 12',
    'serial port COM3',
    '9774d56d682e549c',
  ])('are not seen in %s', (text) => {
    expect(foundIn('device_id', text)).toEqual([]);
  });
});

describe('addresses of pages', () => {
  it.each([
    ['see https://acme.test/a/b?c=d#e.', 'https://acme.test/a/b?c=d#e'],
    ['(www.acme.test/jane)', 'www.acme.test/jane'],
    ['[x](https://acme.test/a_(b))', 'https://acme.test/a_(b)'],
    ['https://www.acme.test/a', 'https://www.acme.test/a'],
    ['ftp://files.acme.test/x', 'ftp://files.acme.test/x'],
  ])('are found in %s', (text, url) => {
    expect(foundIn('url', text)).toEqual([url]);
  });

  it.each([
    'http://localhost:8080/a',
    'https://example.com/a',
    'https://',
    'http error',
    'www.',
    'https://x',
  ])('are not seen in %s', (text) => {
    expect(foundIn('url', text)).toEqual([]);
  });
});

describe('an account and the code of its bank', () => {
  it.each([
    ['account number 70872490 and sort code 40-47-84', ['70872490', '40-47-84']],
    ['Account number: 70872490\nSort code: 40-47-84', ['70872490', '40-47-84']],
    ['Sort code: 40 47 84, account no. 7087 2490', ['7087 2490', '40 47 84']],
    ['my sort code is 404784 and my account number is 70872490', ['70872490', '404784']],
    ['{"sort_code": "40-47-84", "account_number": "70872490"}', ['70872490', '40-47-84']],
    ['Kontonummer 532013000, BLZ 37040044', ['532013000', '37040044']],
    ['BLZ: 370 400 44\nKonto-Nr.: 0532013000', ['0532013000', '370 400 44']],
    ['Bankleitzahl 37040044, Kto. 532013000', ['532013000', '37040044']],
  ])('is found in %j', (text, expected) => {
    expect(foundIn('bank_account', text)).toEqual(expected);
  });

  it.each([
    'sort code 40-47-84',
    'account number 70872490',
    'BLZ 37040044',
    'Konto 4711, Beleg 37040044',
    'Sort codes are six digits, account numbers eight.',
    'sort codex 40-47-84, account number 70872490',
    'sort code 40-47-845, account number 70872490',
    'BLZ 97040044, Konto 532013000',
  ])('is not half of it, or something else: %j', (text) => {
    expect(foundIn('bank_account', text)).toEqual([]);
  });
});

describe('e-mail addresses with blanks around their signs', () => {
  it.each([
    ['write to jane . doe @ example . com now', 'jane . doe @ example . com'],
    ['jane @ mail . example . co . uk', 'jane @ mail . example . co . uk'],
    ['Kontakt: jane  .  doe  @  firma-nord  .  de', 'jane  .  doe  @  firma-nord  .  de'],
  ])('are found in %j', (text, address) => {
    expect(foundIn('email', text)).toEqual([address]);
    expect(allIn(text)[0]?.canonical).toBe(address.replaceAll(/\s/g, ''));
  });

  it.each(['a @ b', 'x = self . w @ y . mean ( )', 'meet @ noon . Then go', '1 . 2 @ 3 . 4'])(
    'are not seen in %j',
    (text) => {
      expect(foundIn('email', text)).toEqual([]);
    },
  );
});

it.each([
  'sort code 40-47-84 ',
  'account 1234567 ',
  'blz 3704004 ',
  'konto 1 2 3 4 ',
  'a . b @ c . d ',
  '@ a . ',
  'at ',
  'a at ',
  'a at a dot ',
  '(at)',
  'a(at)a.',
  'user:',
  'username: a',
  'http://',
  'https://a.b/',
  'www.',
  '/home/',
  '/home/a.',
  'serial ',
  'idfa 3',
])('they take time in proportion to the text, for %j', (piece) => {
  expect(growthOf(allIn, piece, 32_768)).toBeLessThan(LINEAR_MAX);
});
