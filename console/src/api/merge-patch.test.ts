import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSame, mergePatchOf, patched, pathsOf, valueAt, withoutBlanks } from './merge-patch';

const text = fc.string({ maxLength: 3 });
const name = text.filter((key) => key !== '__proto__');
/** Settings as the API tells them: nothing in them is null. */
const settings = fc.letrec<{ value: unknown; mapping: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    text,
    fc.integer(),
    fc.boolean(),
    fc.array(text, { maxLength: 2 }),
    tie('mapping'),
  ),
  mapping: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
})).mapping;

describe('a merge patch', () => {
  it('makes of one state the other, whatever they are', () => {
    fc.assert(
      fc.property(settings, settings, (before, after) => {
        expect(isSame(patched(before, mergePatchOf(before, after)), after)).toBe(true);
      }),
    );
  });

  it('is empty where nothing differs', () => {
    fc.assert(
      fc.property(settings, (same) => {
        expect(mergePatchOf(same, structuredClone(same))).toEqual({});
      }),
    );
  });

  it('tells only what was changed, so the rest stays with whoever changes it meanwhile', () => {
    const before = { name: 'a', budget: { amount: '5', period: 'daily' }, models: ['x'] };
    const after = { name: 'a', budget: { amount: '6', period: 'daily' }, models: ['x', 'y'] };
    expect(mergePatchOf(before, after)).toEqual({ budget: { amount: '6' }, models: ['x', 'y'] });
  });

  it('says null for what went', () => {
    expect(mergePatchOf({ a: { b: 1, c: 2 }, d: 3 }, { a: { c: 2 } })).toEqual({
      a: { b: null },
      d: null,
    });
  });

  it('names the places that it touches', () => {
    const patch = { budget: { amount: '6', period: null }, models: ['x'] };
    expect(pathsOf(patch)).toEqual(['budget.amount', 'budget.period', 'models']);
    expect(valueAt({ budget: { amount: '6' } }, 'budget.amount')).toBe('6');
    expect(valueAt({ budget: 'none' }, 'budget.amount')).toBeUndefined();
  });
});

describe('what a form sends', () => {
  it('leaves blanks out, wherever they stand, and keeps what only looks like one', () => {
    expect(
      withoutBlanks({ a: '', b: null, c: { d: undefined, e: 0 }, f: [{ g: '', h: false }] }),
    ).toEqual({ c: { e: 0 }, f: [{ h: false }] });
  });
});
