import { expect, it } from 'vitest';
import type { OcrWord } from './engine.js';
import { mendLines } from './mend-lines.js';

const word = (
  text: string,
  confidence: number,
  left: number,
  top: number,
  height: number,
): OcrWord => ({
  text,
  confidence,
  left,
  top,
  right: left + 10 * text.length,
  bottom: top + height,
});

const textsOf = (lines: readonly (readonly OcrWord[])[]) =>
  mendLines(lines.map((words) => ({ words, height: 30, baseline: words[0]?.bottom ?? 0 }))).map(
    ({ words }) => words.map(({ text }) => text).join(' '),
  );

it('takes accents that were read as words out, and no word beside another', () => {
  const heading = [word('Zápis', 0.95, 0, 200, 50), word('ze', 0.96, 60, 220, 30)];
  expect(textsOf([[word('da', 0.14, 10, 201, 12)], heading])).toEqual(['Zápis ze']);
  expect(textsOf([[word('da', 0.14, 10, 160, 30)], heading])).toEqual(['da', 'Zápis ze']);
  expect(textsOf([[word('da', 0.96, 10, 201, 12)], heading])).toEqual(['da', 'Zápis ze']);
});

it('knows bullets by their height', () => {
  const letter = word('Lettre', 0.96, 30, 100, 22);
  expect(textsOf([[word('e', 0.01, 0, 108, 8), letter]])).toEqual(['• Lettre']);
  expect(textsOf([[word('e', 0.6, 0, 100, 17), letter]])).toEqual(['e Lettre']);
  expect(textsOf([[word('e', 0.01, 0, 108, 8)]])).toEqual(['e']);
});
