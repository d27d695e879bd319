import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, replaceWithString } from './json-edit.js';

/** Places in a text that do not overlap, with what replaces them, in any order. */
const aText = fc.string({ unit: 'grapheme', maxLength: 60 });
const someEdits = fc.array(
  fc.record({ gap: fc.nat({ max: 6 }), length: fc.nat({ max: 6 }), text: fc.string() }),
  { maxLength: 6 },
);

describe('applyEdits', () => {
  it('replaces each place and leaves everything between them alone, whatever their order', () => {
    fc.assert(
      fc.property(aText, someEdits, fc.nat(), (text, wanted, turn) => {
        const edits = [];
        let expected = '';
        let at = 0;
        for (const { gap, length, text: replacement } of wanted) {
          const start = at + gap + 1;
          const end = start + length;
          if (end > text.length) break;
          expected += text.slice(at, start) + replacement;
          edits.push({ start, end, text: replacement });
          at = end;
        }
        expected += text.slice(at);
        const by = edits.length === 0 ? 0 : turn % edits.length;
        const turned = [...edits.slice(by), ...edits.slice(0, by)];
        expect(applyEdits(text, turned)).toBe(expected);
      }),
    );
  });

  it('refuses edits that overlap', () => {
    const edits = [
      { start: 0, end: 4, text: 'a' },
      { start: 3, end: 6, text: 'b' },
    ];
    expect(() => applyEdits('0123456789', edits)).toThrow(/do not overlap/);
    expect(() => applyEdits('0123456789', edits.toReversed())).toThrow(/do not overlap/);
  });

  it('returns the very same text when there is nothing to do', () => {
    expect(applyEdits('{"a":1.0}', [])).toBe('{"a":1.0}');
  });

  it('takes edits that touch', () => {
    const edits = [
      { start: 2, end: 4, text: 'B' },
      { start: 0, end: 2, text: 'A' },
    ];
    expect(applyEdits('aabb', edits)).toBe('AB');
  });
});

/** Halves of a pair among them. */
const aCodeUnit = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code));

it('writes a replacement as a JSON string, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: aCodeUnit }), (value) => {
      const text = applyEdits('{"a":"x"}', [replaceWithString({ start: 5, end: 8 }, value)]);
      expect((JSON.parse(text) as { a: string }).a).toBe(value);
    }),
  );
});
