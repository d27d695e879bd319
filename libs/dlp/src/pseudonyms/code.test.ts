import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCharacter, codeOf } from './code.js';

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
