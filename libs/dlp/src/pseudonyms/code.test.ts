import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCharacter, codeOf, holdsCode } from './code.js';

describe('a code', () => {
  it.each([
    ['7KQ2M', 'Z'],
    ['P4TN8', 'M'],
    ['X9RW3', 'P'],
  ])('%s ends in %s', (body, check) => {
    expect(checkCharacter(body)).toBe(check);
  });

  it('shows every wrong character and every two swapped ones', () => {
    const digest = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const place = fc.integer({ min: 0, max: 5 });
    const isValid = (code: string) => checkCharacter(code.slice(0, 5)) === code[5];
    fc.assert(
      fc.property(
        digest,
        place,
        place,
        fc.constantFrom('2', '9', 'A', 'Z'),
        (bytes, i, j, other) => {
          const code = codeOf(Buffer.from(bytes));
          expect(code).toMatch(/^[2-9A-HJKMNP-Z]{6}$/);
          expect(isValid(code)).toBe(true);
          const wrong = code.slice(0, i) + other + code.slice(i + 1);
          expect(isValid(wrong)).toBe(wrong === code);
          const letters = code.split('');
          [letters[i], letters[j]] = [code.charAt(j), code.charAt(i)];
          expect(isValid(letters.join(''))).toBe(letters.join('') === code);
        },
      ),
    );
  });
});

describe('a text', () => {
  it.each(['PERSON_NAME_7KQ2MZ', '7kq2mz', 'x X9RW3P.', '-ABCDE2'])(
    'may hold a code: %s',
    (text) => {
      expect(holdsCode(text, 0, text.length)).toBe(true);
    },
  );

  it.each(['', 'in 42 months', '7KQ2M Z', 'EMAIL_HEADER', '10.0.0.1', '7KQ2M'])(
    'holds none: %s',
    (text) => {
      expect(holdsCode(text, 0, text.length)).toBe(false);
    },
  );

  it('is asked about a part, beyond which a code may go', () => {
    const text = `${'a '.repeat(20)}7KQ2MZ`;
    expect(holdsCode(text, 0, 10)).toBe(false);
    expect(holdsCode(text, 0, 41)).toBe(true);
    expect(holdsCode(text, 40, text.length)).toBe(true);
  });
});
