import { describe, expect, it } from 'vitest';
import { growthBetween, LINEAR_MAX, SCALE } from '../../../../test/support/growth.js';
import { seeded } from '../../../../test/support/seeded.js';
import { restoreWhole, TextRestorer } from '../restore/text-restorer.js';
import { aGuard } from '../testing/a-guard.js';
import { VALUE_CHARS_MAX, WINDOW_CHARS } from './guard-window.js';

/** Made for tests, of no account and no person. */
const KEY = ['AKIA', '3QXZ7K4MWNPT5RVH'].join('');
const LINES = Array.from({ length: 40 }, (_, line) => `${line}MIIEvQIBADANBgkqhkiG9w0BAQEFAASC`);
const PEM = `-----BEGIN PRIVATE KEY-----\n${LINES.join('\n')}\n-----END PRIVATE KEY-----`;
const VALUES: readonly string[] = [
  'jane.doe@example.org',
  'DE89 3704 0044 0532 0130 00',
  '4111 1111 1111 1111',
  '+49 30 901820',
  KEY,
  `https://example.org/a?token=${'f3Gh5Jk7Lm9'.repeat(3)}`,
  'Hauptstraße 5, 10115 Berlin',
];
const PROSE: readonly string[] = [
  'As far as I can tell, there is nothing to be done about it. ',
  'Bitte melden Sie sich, z. B. am 12. März, bei Herrn Maier; er weiß Bescheid.\n',
  '请联系我们。谢谢，再见！',
  'const total = items.reduce((sum, one) => sum + one, 0); // see above\n',
  '| a | b |\n|---|---|\n| 17 | 23 |\n',
  'Really? Yes: it is version 1.2.3 of 2026-01-02, build 4711. ',
  '<b>Note</b> (important) [1] — “quoted”… ',
];

const newText = (answers: 'mask' | 'block' = 'mask') =>
  new TextRestorer({
    vault: null,
    guard: aGuard(answers),
    place: 'answer.text',
    name: '',
    isSigned: false,
  });
const masked = (text: string): string => newText().finish(text);

function shownOf(pieces: readonly string[]): string {
  const text = newText();
  return pieces.map((piece) => text.push(piece)).join('') + text.flush();
}

function aText(random: () => number): string {
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item;
  const parts = Array.from({ length: 1 + Math.floor(random() * 8) }, () =>
    random() < 0.4 ? `${pick(VALUES)}${pick([' ', '. ', ', ', '\n', ''])}` : pick(PROSE),
  );
  const said = parts.join('');
  if (random() < 0.2) return JSON.stringify({ note: said, imei: 352099001761481, list: [said] });
  return random() < 0.2 ? `Here:\n\n\`\`\`json\n${JSON.stringify({ a: said })}\n\`\`\`\nSo.` : said;
}

describe('what a model says itself', () => {
  it('is masked, and all else is as it was', () => {
    expect(masked('Write to jane.doe@example.org, or pay DE89 3704 0044 0532 0130 00. Bye.')).toBe(
      'Write to «EMAIL», or pay «IBAN». Bye.',
    );
    expect(masked(`The key:\n${PEM}\nKeep it.`)).toBe('The key:\n«PRIVATE_KEY»\nKeep it.');
    for (const prose of PROSE) expect(masked(prose.repeat(20))).toBe(prose.repeat(20));
  });

  it('is masked the same however its text was cut', () => {
    const random = seeded(9);
    for (let index = 0; index < 25; index++) {
      const text = aText(random);
      const due = masked(text);
      expect(shownOf(text.split(''))).toBe(due);
      for (let round = 0; round < 3; round++) {
        const at = Math.floor(random() * text.length);
        const until = at + Math.floor(random() * 40);
        expect(shownOf([text.slice(0, at), text.slice(at, until), text.slice(until)])).toBe(due);
      }
    }
  });

  it.each([...VALUES, PEM].map((value) => [value.slice(0, 27), value]))(
    'is never seen in part, wherever it is cut: %s',
    (_, value) => {
      const text = `So it is this one: ${value} or nothing at all, as far as I know. Well.`;
      const due = masked(text);
      expect(due).toMatch(
        /^So it is this one: \S*«\w+» or nothing at all, as far as I know\. Well\.$/,
      );
      for (let at = 0; at <= text.length; at += value === PEM ? 131 : 1) {
        const stream = newText();
        const first = stream.push(text.slice(0, at));
        expect(due.startsWith(first)).toBe(true);
        const paused = first + stream.pause();
        expect(due.startsWith(paused)).toBe(true);
        expect(paused + stream.push(text.slice(at)) + stream.flush()).toBe(due);
      }
    },
  );

  it('is found by the key that it is the value of, in arguments of a tool', () => {
    const args = {
      imei: '352099001761481',
      count: 352099001761481,
      to: ['a\\"b jane.doe@example.org'],
    };
    expect(JSON.parse(masked(JSON.stringify(args)))).toEqual({
      imei: '«IMEI»',
      count: 352099001761481,
      to: ['a\\"b «EMAIL»'],
    });
    expect(JSON.parse(masked('{"imei": 352099001761481}'))).toEqual({ imei: '«IMEI»' });
  });

  it('is looked for in steps, however long a text is', () => {
    const guard = aGuard('mask');
    const rules = { vault: null, guard, place: 'answer.text', name: '', isSigned: false };
    const steps = restoreWhole(rules, PROSE.join('').repeat(60));
    let count = 0;
    while (!steps.next().done) count++;
    expect(count).toBeGreaterThan(20);
  });

  it.each(['41 11 ', '-----BEGIN PRIVATE KEY-----\n', '```\n', 'x7Kd', 'a@b.de,'])(
    'is looked for in linear time, in pieces: %j',
    (piece) => {
      const stream = (text: string) => shownOf(text.match(/.{1,50}/gs) ?? []);
      const [small, large] = [piece.repeat(150), piece.repeat(150 * SCALE)];
      const growth = growthBetween(
        () => stream(small),
        () => stream(large),
        2,
      );
      expect(growth).toBeLessThan(LINEAR_MAX);
    },
  );

  it('is found by words before a fence', () => {
    expect(masked('The IMEI is:\n```\n352099001761481\n```\n')).toBe(
      'The IMEI is:\n```\n«IMEI»\n```\n',
    );
  });
});

describe('what is held of a text', () => {
  it('is a clause, or 160 characters where none ends', () => {
    for (const text of [
      ...PROSE.map((prose) => prose.repeat(20)),
      'word '.repeat(200),
      '12 '.repeat(300),
    ]) {
      const stream = newText();
      let shown = 0;
      for (const [at, char] of Array.from(text).entries()) {
        shown += Array.from(stream.push(char)).length;
        expect(at + 1 - shown).toBeLessThanOrEqual(WINDOW_CHARS);
      }
    }
  });

  it('is no more than a value may have, however long one goes on', () => {
    for (const endless of [
      'x7Kd'.repeat(20_000),
      `-----BEGIN PRIVATE KEY-----\n${`${LINES[0]}\n`.repeat(2_000)}`,
    ]) {
      const stream = newText();
      let shown = '';
      for (let at = 0; at < endless.length; at += 1_000)
        shown += stream.push(endless.slice(at, at + 1_000));
      const all = shown + stream.flush();
      expect(all).toBe(endless.startsWith('x') ? endless : '«PRIVATE_KEY»');
      expect(all.length - shown.length).toBeLessThanOrEqual(2 * VALUE_CHARS_MAX);
    }
  });

  it('ends with the value, whose rest goes by unseen', () => {
    const long = `-----BEGIN PRIVATE KEY-----\n${`${LINES[0]}\n`.repeat(500)}-----END PRIVATE KEY-----`;
    expect(masked(`See ${long} and jane.doe@example.org. Bye.`)).toBe(
      'See «PRIVATE_KEY» and «EMAIL». Bye.',
    );
  });

  it('goes out when the model takes its time, but for what may be the beginning of a value', () => {
    const stream = newText();
    expect(stream.push('and so it goes on and 4111 1111') + stream.pause()).toBe(
      'and so it goes on and ',
    );
    expect(stream.push(' 1111 1111 ') + stream.flush()).toBe('«CREDIT_CARD» ');
  });
});
