import { DocumentFault } from '../document-fault.js';
import type { Content } from '../layout/blocks.js';
import { TEXT_CHARS_MAX } from '../limits.js';

/** Signs that nobody sees and that part a word for whoever searches it, and what belongs to no text. */
const UNSEEN = /[\0-\x08\x0b\x0e-\x1f\u00ad\u200b\u2060-\u2064\ufeff]/g;
/** They join letters of other scripts; between those of ours they do nothing. */
const UNSEEN_BETWEEN = /(?<=[\p{sc=Latin}\d])[\u200c\u200d](?=[\p{sc=Latin}\d])/gu;

/** Text as it is seen: one space between words, no space at the ends of lines. */
export const tidy = (text: string): string =>
  text
    .replace(UNSEEN, '')
    .replace(UNSEEN_BETWEEN, '')
    .replace(/[\r\f\u2028\u2029]/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();

/** The same on one line. */
export const onOneLine = (text: string): string => tidy(text).replace(/\n+/g, ' ');

/** What contents say, without their form: for a cell, or a note. */
export const plainOf = (contents: readonly Content[]): string =>
  contents
    .map((content) =>
      content.kind === 'table'
        ? content.cells.map((row) => row.filter((cell) => cell !== '').join(' ')).join('\n')
        : content.kind === 'item' && content.mark.trim() !== '-'
          ? `${content.mark.trim()} ${content.text}`
          : content.text,
    )
    .join('\n');

export const paragraph = (text: string): Content => ({ kind: 'paragraph', text });

/** None where there is no text. */
export const paragraphs = (texts: readonly string[]): readonly Content[] =>
  texts
    .map(tidy)
    .filter((text) => text !== '')
    .map(paragraph);

/** What stands for a picture. @param told what its maker says that it shows */
export const pictureWords = (told = ''): string => {
  const words = onOneLine(told);
  return words === '' ? '[picture]' : `[picture: ${words}]`;
};

/** Levels of headings that markdown has. */
const LEVELS = 6;

export const heading = (level: number, text: string): Content => ({
  kind: 'heading',
  level: Math.min(LEVELS, Math.max(1, level)),
  text: onOneLine(text),
});

const INDENT = '  ';
const INDENTS_MAX = 8;

/** @param level from 0 */
export const item = (level: number, mark: string, text: string): Content => ({
  kind: 'item',
  mark: INDENT.repeat(Math.min(INDENTS_MAX, Math.max(0, level))) + mark,
  text: onOneLine(text),
});

/** Text and where its links lead, which is told behind it: within, it would part the words that are linked. */
export function withAddresses(text: string, addresses: Iterable<string>): string {
  const told = [...new Set(addresses)].map(onOneLine).filter((address) => {
    const bare = address.replace(/^(?:mailto:|tel:|https?:\/\/)/i, '').replace(/\/$/, '');
    return bare !== '' && !text.includes(bare);
  });
  return told.length === 0 ? text : `${text} (${told.join(', ')})`;
}

/** How much a document may still say: what is told many times is written many times. */
export class TextRoom {
  private left = TEXT_CHARS_MAX;

  /** @throws DocumentFault */
  take(text: string): string {
    this.left -= text.length;
    if (this.left < 0) throw new DocumentFault('document_too_large_to_scan');
    return text;
  }
}

/** The words of a table's cell are many small ones; beyond this it is made to be large. */
const CELLS_MAX = 400_000;

/** Rows as they are, where they are not too many. @throws DocumentFault */
export function table(cells: readonly (readonly string[])[]): Content {
  const width = cells.reduce((most, row) => Math.max(most, row.length), 0);
  if (width * cells.length > CELLS_MAX) throw new DocumentFault('document_too_large_to_scan');
  return { kind: 'table', cells };
}
