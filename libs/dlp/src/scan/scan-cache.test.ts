import { runAtOnce } from '#kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TermScan, TermTree } from './removal-terms.js';
import { ScanCache } from './scan-cache.js';
import { scanText } from './scan-text.js';

const PROSE = 'Nothing is in here that anybody would mind. '.repeat(10);
const TURN = `${PROSE}Write to canary.bird@example.com, or pay DE89370400440532013000. ${PROSE}`;
const KEY = Buffer.alloc(32, 7);
const NO_TERMS = { terms: null };

const scan = (cache: ScanCache, text: string, scope = 'acme', name?: string) =>
  runAtOnce(cache.scan(scope, text, { ...NO_TERMS, name }));

describe('the cache of scans', () => {
  it('gives what a scan gives, the first time and the next', () => {
    const cache = new ScanCache(KEY);
    const whole = runAtOnce(scanText(TURN, NO_TERMS));
    expect(whole.findings.map(({ kind }) => kind)).toEqual(['email', 'iban']);
    expect(scan(cache, TURN)).toEqual(whole);
    expect(scan(cache, TURN)).toEqual(whole);
    expect(cache.looks).toEqual({ hits: 1, misses: 1 });
  });

  it('scans of a conversation only what is new', () => {
    const cache = new ScanCache(KEY);
    const turns = Array.from({ length: 200 }, (_, turn) => `${turn}: ${TURN}`);
    for (let upTo = 1; upTo <= turns.length; upTo++) {
      for (const turn of turns.slice(0, upTo)) scan(cache, turn);
      expect(cache.looks.misses).toBe(upTo);
    }
  });

  it('tells texts apart by their owner, their name and each of their units', () => {
    const cache = new ScanCache(KEY);
    scan(cache, TURN);
    scan(cache, TURN, 'other');
    scan(cache, TURN, 'acme', 'mail');
    scan(cache, TURN.replace('in here', 'in\ud800here'));
    scan(cache, TURN.replace('in here', 'in\ud801here'));
    expect(cache.looks).toEqual({ hits: 0, misses: 5 });
  });

  it('keeps nothing that holds a value, and nothing that was sought for one call', () => {
    const cache = new ScanCache(KEY);
    const escaped = `${PROSE}canary.bird\\u0040example.com`;
    expect(scan(cache, escaped).findings[0]?.value).toBe('canary.bird@example.com');
    scan(cache, escaped);
    expect(cache.looks).toEqual({ hits: 0, misses: 2 });

    const terms = new TermScan(new TermTree([{ folded: 'anybody', label: 'TERM' }]));
    const found = () => runAtOnce(cache.scan('acme', PROSE, { terms })).findings.length;
    expect(found()).toBe(10);
    expect(scan(cache, PROSE).findings).toEqual([]);
    expect(found()).toBe(10);
  });

  it('forgets the oldest beyond its size, and grows no further', () => {
    const cache = new ScanCache(KEY, 2_000);
    const texts = Array.from({ length: 20 }, (_, index) => `${index} ${PROSE}`);
    for (const text of texts) scan(cache, text);
    scan(cache, texts.at(-1) as string);
    expect(cache.looks).toEqual({ hits: 1, misses: 20 });
    scan(cache, texts[0] as string);
    expect(cache.looks.misses).toBe(21);
  });

  it('agrees with a scan on any text', () => {
    const cache = new ScanCache(KEY);
    const text = fc.string({ unit: 'binary', minLength: 250, maxLength: 400 });
    fc.assert(
      fc.property(text, (given) => {
        const whole = runAtOnce(scanText(given, NO_TERMS));
        expect(scan(cache, given)).toEqual(whole);
        expect(scan(cache, given)).toEqual(whole);
      }),
    );
  });
});
