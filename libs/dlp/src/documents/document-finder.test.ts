import { describe, expect, it } from 'vitest';
import type { ValueOrder } from '#call';
import { aFinder, anOrder } from '../../../../test/support/a-finder.js';

const finder = aFinder();

const find = async (
  texts: readonly (string | { loose: string })[],
  change: Partial<ValueOrder> = {},
) => {
  const searched = texts.map((text) =>
    typeof text === 'string' ? { text, isProse: true } : { text: text.loose, isProse: false },
  );
  const found = await finder.find(searched, { known: [], ...anOrder(change) });
  return found.map((values) => values.map(({ kind, value }) => `${kind} ${value}`));
};

describe('values of a document', () => {
  it('are found in all of its texts once one of them tells that they are some', async () => {
    expect(
      await find(['Whitcombe', 'Name: Eleanor Whitcombe', { loose: 'sheet_Whitcombe' }]),
    ).toEqual([
      ['person_name Whitcombe'],
      ['person_name Eleanor Whitcombe'],
      ['person_name Whitcombe'],
    ]);
  });

  it('have one key for all of their spellings, and a surname that of the whole name', async () => {
    const texts = [
      'Name: Eleanor Whitcombe',
      'Whitcombe',
      'GB33 BUKB 2020 1555 5555 55',
      'GB33BUKB20201555555555',
    ];
    const found = await finder.find(
      texts.map((text) => ({ text, isProse: true })),
      { known: [], ...anOrder() },
    );
    const [name, surname, grouped, plain] = found.map(([value]) => value?.key);
    expect(surname).toBe(name);
    expect(plain).toBe(grouped);
  });

  it('are whom an address is named after, where names are wanted', async () => {
    const texts = ['to eleanor.whitcombe@example.org', 'eleanor whitcombe'];
    expect((await find(texts))[1]).toEqual(['person_name eleanor whitcombe']);
    expect((await find(texts, { kinds: ['email'] }))[1]).toEqual([]);
  });

  it('are no values where the caller wants others, but for its own terms', async () => {
    const texts = ['Name: Eleanor Whitcombe, blue heron, a@example.org'];
    expect(await find(texts, { kinds: ['email'], remove: ['Blue Heron'] })).toEqual([
      ['removal_term blue heron', 'email a@example.org'],
    ]);
  });

  it('are none in what only programs read, nor in tags, nor in the head of a column', async () => {
    expect(await find([{ loose: 'Times New Roman' }, '«PERSON_NAME_1»', 'IBAN'])).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('that go on behind a tag are found as far as they go on', async () => {
    const found = await find(['«EMAIL_1»Whitcombe'], {});
    const known = { kind: 'person_name', value: 'Whitcombe' };
    const again = await finder.find([{ text: '«EMAIL_1»Whitcombe', isProse: true }], {
      ...anOrder(),
      known: [known],
    });
    expect(found.length).toBe(1);
    expect(again[0]?.map(({ value }) => value)).toEqual(['Whitcombe']);
  });
});

it('knows which terms can be sought', () => {
  expect(['ab', 'x', '…!', 'a'.repeat(201)].map((term) => finder.isTerm(term))).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
