import { describe, expect, it } from 'vitest';
import { patternFault } from './own-pattern.js';

describe('a pattern of an organisation’s own', () => {
  it.each([
    'C-[0-9]{6}',
    String.raw`\bPRJ-\p{L}{4}\b`,
    '(?i)order no[.:]? *[0-9]+',
    '[^a-z]{3}X',
    String.raw`\$[0-9]+`,
    String.raw`\Q^$\E`,
  ])('is taken: %s', (pattern) => {
    expect(patternFault(pattern)).toBeNull();
  });

  it.each([
    ['a(?=b)', /no RE2 pattern/],
    [String.raw`(a)\1`, /no RE2 pattern/],
    ['(', /no RE2 pattern/],
    ['a*', /empty/],
    ['^C-[0-9]+', /begins or ends/],
    ['C-[0-9]+$', /begins or ends/],
    [String.raw`\AC-1`, /begins or ends/],
    [String.raw`\\^`, /begins or ends/],
    ['x'.repeat(301), /300 characters/],
    ['(x{1000}){1000}', /no RE2 pattern/],
  ])('is refused: %s', (pattern, fault) => {
    expect(patternFault(pattern)).toMatch(fault);
  });
});
