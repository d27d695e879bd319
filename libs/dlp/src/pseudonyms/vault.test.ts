import { HmacSha256 } from '#kernel';
import { describe, expect, it } from 'vitest';
import { findingOf } from '../kinds.js';
import { checkCharacter } from './code.js';
import { Vault } from './vault.js';

const EMAIL = findingOf('email', 0, 0, { score: 0.95, evidence: 'shape' });
const IBAN = findingOf('iban', 0, 0, { score: 0.95, evidence: 'checksum' });

function aVault(values: readonly string[], taken: readonly string[] = [], finding = EMAIL): Vault {
  const vault = new Vault(new HmacSha256(Buffer.alloc(32, 1)));
  for (const value of values) vault.register(finding, value);
  expect([...vault.assignCodes(new Set(taken))]).toEqual([]);
  return vault;
}

const word = (vault: Vault, value: string, finding = EMAIL, following = '') =>
  vault.wordFor(finding, value, following);

describe('a vault', () => {
  it('gives a value the same word whatever else is in the call', () => {
    const alone = word(aVault(['jane@example.com']), 'jane@example.com');
    const among = word(aVault(['joe@example.com', 'jane@example.com']), 'jane@example.com');
    expect(alone).toBe(among);
    expect(alone).toMatch(/^EMAIL_[2-9A-HJKMNP-Z]{6}$/);
    expect(alone).toMatch(/\d/);
    expect(checkCharacter(alone.slice(6, 11))).toBe(alone.at(-1));
  });

  it('links spellings of one value and numbers them', () => {
    const vault = aVault(['DE44 1', 'de441', 'DE-44-1'], [], IBAN);
    const first = word(vault, 'DE44 1', IBAN);
    expect(word(vault, 'de441', IBAN)).toBe(`${first}_2`);
    expect(word(vault, 'DE-44-1', IBAN)).toBe(`${first}_3`);
    expect(vault.find(first.slice(-6))?.spellings).toEqual(['DE44 1', 'de441', 'DE-44-1']);
  });

  it('gives a tenth spelling a code of its own', () => {
    const spellings = Array.from('aBcdefghij', (_, index) => {
      const letters = 'jane.longname'.split('');
      letters[index] = letters[index]?.toUpperCase() ?? '';
      return `${letters.join('')}@example.com`;
    });
    const vault = aVault(spellings);
    const words = spellings.map((spelling) => word(vault, spelling));
    expect(new Set(words).size).toBe(words.length);
    expect(words[8]).toBe(`${words[0]}_9`);
    expect(words[9]).toMatch(/^EMAIL_\w{6}$/);
  });

  it('numbers the first spelling too where the text goes on like a number', () => {
    const vault = aVault(['jane@example.com']);
    const plain = word(vault, 'jane@example.com');
    expect(word(vault, 'jane@example.com', EMAIL, '_2')).toBe(`${plain}_1`);
    expect(word(vault, 'jane@example.com', EMAIL, '-2')).toBe(plain);
  });

  it('takes another code for one that is taken, on every turn the same', () => {
    const first = word(aVault(['jane@example.com']), 'jane@example.com');
    const second = word(aVault(['jane@example.com'], [first.slice(-6)]), 'jane@example.com');
    expect(second).not.toBe(first);
    expect(word(aVault(['jane@example.com'], [first.slice(-6)]), 'jane@example.com')).toBe(second);
  });
});
