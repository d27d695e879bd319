import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import type { Sheet } from './sheets.js';

const require = createRequire(import.meta.url);
const FONTS = join(dirname(require.resolve('pdfjs-dist/package.json')), 'standard_fonts');
GlobalFonts.registerFromPath(join(FONTS, 'LiberationSans-Regular.ttf'), 'Sheet');
GlobalFonts.registerFromPath(join(FONTS, 'LiberationSans-Bold.ttf'), 'Sheet Bold');

export const DPI = 200;
const INCH = 72;
/** A4. */
const WIDTH = Math.round((595 / INCH) * DPI);
const HEIGHT = Math.round((842 / INCH) * DPI);
/** Where the text begins, in points. */
const MARGIN = 60;
const LINE = 1.45; // Heights of letters from line to line.

/** Sizes of letters in points: no two sheets of a language look alike. */
export const SIZES = [11, 10, 12, 9, 11.5, 10.5, 9.5];

/** A sheet as it comes from a printer: a PNG of 200 dots to an inch. */
export function drawSheet(sheet: Sheet, size: number): Promise<Buffer> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  const scale = DPI / INCH;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.scale(scale, scale);
  context.fillStyle = '#000000';
  context.font = `${size * 1.8}px "Sheet Bold"`;
  let y = MARGIN + 2 * size;
  context.fillText(sheet.heading, MARGIN, y);
  y += 2.4 * size;
  context.font = `${size}px "Sheet"`;
  for (const paragraph of sheet.paragraphs) {
    for (const line of linesOf(context, paragraph, 595 - 2 * MARGIN)) {
      context.fillText(line, MARGIN, y);
      y += LINE * size;
    }
    y += 0.9 * size;
  }
  for (const item of sheet.items) {
    context.fillText(`• ${item}`, MARGIN + size, y);
    y += LINE * size;
  }
  drawTable(context, sheet.table, y + size, size);
  return canvas.encode('png');
}

function linesOf(context: SKRSContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (context.measureText(longer).width <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

const COLUMNS = [0, 200, 300, 420];

function drawTable(
  context: SKRSContext2D,
  rows: readonly (readonly string[])[],
  top: number,
  size: number,
): void {
  const height = 2 * size;
  context.lineWidth = 0.6;
  rows.forEach((row, index) => {
    row.forEach((cell, column) => {
      const [from = 0, to = 0] = COLUMNS.slice(column, column + 2);
      const y = top + index * height;
      context.strokeRect(MARGIN + from, y, to - from, height);
      context.fillText(cell, MARGIN + from + 6, y + 1.35 * size);
    });
  });
}
