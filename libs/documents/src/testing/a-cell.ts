import { afterAll } from 'vitest';
import { Cancellation, SystemClock } from '#kernel';
import { Cell } from '../cell/cell.js';
import { Launcher } from '../cell/launcher.js';
import type { OcrOptions, OcrPage } from '../tasks/ocr.js';
import { PLAIN } from './plain-ocr.js';

/** A cell that ends with the file, and how documents are read in it. */
export function aCell(processesMax = 1) {
  const launcher = new Launcher();
  const cell = new Cell({ processesMax, launcher, clock: new SystemClock() });
  afterAll(() => {
    cell.stop();
    launcher.stop();
  });
  const read = async (
    document: Uint8Array,
    options: Partial<OcrOptions> = {},
    ended = new Cancellation(),
  ): Promise<OcrPage[]> => {
    const pages: OcrPage[] = [];
    await cell.run('ocr', {
      documents: [document],
      options: { ...PLAIN, ...options },
      onPart: (page) => pages.push(page),
      ended,
    });
    return pages;
  };
  return { cell, launcher, read };
}
