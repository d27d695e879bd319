import { describe, expect, it } from 'vitest';
import { secondsOfSpeech } from './seconds-of-speech.js';

describe('secondsOfSpeech', () => {
  it.each([
    ['nothing', '', 1, 0],
    ['letters', 'a b '.repeat(25), 1, 10],
    ['digits, which are words', '7'.repeat(100), 1, 50],
    ['a script whose characters are syllables', '鷺'.repeat(100), 1, 50],
    ['slow speech', 'a'.repeat(100), 0.25, 40],
    ['slower than there is', 'a'.repeat(100), 0, 40],
    ['fast speech, which is not believed', 'a'.repeat(100), 100, 10],
    ['what is longer than any model reads', 'a'.repeat(65_636), 1, 6_604],
  ])('of %s', (_what, text, speed, seconds) => {
    expect(secondsOfSpeech(text, speed)).toBe(seconds);
  });
});
