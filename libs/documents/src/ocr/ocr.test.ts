import { describe, expect, it } from 'vitest';
import { rotate, type GreyImage } from '../image/grey.js';
import { findSkew } from './deskew.js';
import { guessLanguage } from './guess-language.js';
import { languageOf } from './languages.js';

/** A page of level lines. */
function lined(width = 1_200, height = 1_600): GreyImage {
  const pixels = new Uint8Array(width * height).fill(255);
  for (let y = 100; y < height - 100; y += 40) {
    for (let row = y; row < y + 14; row++) pixels.fill(0, row * width + 100, row * width + 1_100);
  }
  return { width, height, pixels };
}

describe('the skew of a page', () => {
  it.each([-4, -1.3, -0.4, 0, 0.7, 2, 4.5])('is found at %s degrees', (degrees) => {
    expect(Math.abs(findSkew(rotate(lined(), degrees)) - degrees)).toBeLessThanOrEqual(0.15);
  });

  it('is none where there are no lines', () => {
    const { width, height } = lined();
    const empty = { width, height, pixels: new Uint8Array(width * height).fill(255) };
    expect(findSkew(empty)).toBe(0);
  });
});

it.each([
  ['The parties agree that this is to be paid by the end of the month.', 'eng'],
  ['Die Kaution ist auf das Konto zu zahlen und wird nicht verzinst.', 'deu'],
  ['Je soussignée certifie que cette attestation est établie pour les enfants.', 'fra'],
  ['Zaświadczenie wydaje się na prośbę pracownika, który jest zatrudniony w spółce.', 'pol'],
  ['1 234 567', undefined],
])('%s is in %s', (text, language) => {
  expect(guessLanguage(text)).toBe(language);
});

it('knows languages by their shorter names', () => {
  expect(['de-AT', 'EN', 'pol', 'xx'].map(languageOf)).toEqual(['deu', 'eng', 'pol', undefined]);
});
