import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownName } from './shown-name.js';

describe('the name of a tool among those of several servers', () => {
  it('is both names, where they fit', () => {
    expect(shownName('office', 'read_file')).toBe('office__read_file');
  });

  it('is cut and marked where it is too long, or has characters that models’ APIs refuse', () => {
    const long = 'a'.repeat(80);
    expect(shownName('office', long)).toMatch(/^office__a{40}_[0-9a-f]{6}$/);
    expect(shownName('office', `${long}b`)).not.toBe(shownName('office', `${long}c`));
    expect(shownName('office', 'files/read')).toMatch(/^office__files-read_[0-9a-f]{6}$/);
  });

  it('always fits, and two tools have two', () => {
    const close = fc.string({ unit: fc.constantFrom('a', '_', '-'), minLength: 1, maxLength: 6 });
    const name = fc.oneof(close, fc.string({ minLength: 1, maxLength: 100 }));
    const pair = fc.tuple(name, name);
    fc.assert(
      fc.property(pair, pair, ([one, its], [other, others]) => {
        const shown = shownName(one, its);
        expect(shown).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
        if (one !== other || its !== others) expect(shownName(other, others)).not.toBe(shown);
      }),
    );
    expect(shownName('a__b', 'c')).not.toBe(shownName('a', 'b__c'));
    expect(shownName('a_', 'b')).not.toBe(shownName('a', '_b'));
    const cut = shownName('a.b', 'c');
    expect(shownName('a-b', cut.slice('a-b__'.length))).not.toBe(cut);
  });
});
