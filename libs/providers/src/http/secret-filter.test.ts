import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SecretFilter } from './secret-filter.js';

const SECRET = 'sk-aab-aab-aabaac';

function pass(pieces: readonly string[], secret = SECRET): string {
  const filter = SecretFilter.of(secret);
  const passed = pieces.map((piece) => filter?.push(Buffer.from(piece)) ?? Buffer.from(piece));
  return Buffer.concat([...passed, filter?.end() ?? Buffer.alloc(0)]).toString();
}

describe('SecretFilter', () => {
  it('lets nothing of a secret pass, wherever it is cut, and keeps all else', () => {
    const piece = fc.oneof(
      fc.constantFrom(SECRET, 'sk-', 'sk-aab-', SECRET.slice(0, -1), SECRET.slice(1), 'é', 's'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece), fc.array(fc.nat({ max: 60 })), (parts, cuts) => {
        const text = parts.join('');
        const pieces: string[] = [];
        let at = 0;
        for (const cut of cuts) pieces.push(text.slice(at, (at += cut)));
        pieces.push(text.slice(at));
        const expected = Buffer.from(text.toWellFormed())
          .toString()
          .replaceAll(SECRET, '*'.repeat(SECRET.length));
        expect(pass(pieces.map((each) => each.toWellFormed()))).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('passes at once what cannot be the beginning of it', () => {
    const filter = SecretFilter.of(SECRET);
    expect(filter?.push(Buffer.from('data: {"a":1}\n\n')).toString()).toBe('data: {"a":1}\n\n');
    expect(filter?.push(Buffer.from('data: s')).toString()).toBe('data: ');
    expect(filter?.push(Buffer.from('o\n')).toString()).toBe('so\n');
  });

  it('takes words for none', () => {
    expect(pass(['ollama'], 'ollama')).toBe('ollama');
  });
});
