import type { Content } from '../../layout/blocks.js';
import { heading, item, paragraph, table, tidy, withAddresses } from '../words.js';

/** Paragraphs and tables as they come: the text, a header, a note. */
export class RtfFlow {
  private readonly contents: Content[] = [];
  private rows: string[][] = [];
  private cells: string[] = [];
  private text = '';
  private addresses: string[] = [];
  /** What stands in front of an item. */
  mark = '';

  add(text: string): void {
    this.text += text;
  }

  addAddress(address: string): void {
    this.addresses.push(address);
  }

  endParagraph({
    isInTable,
    level,
  }: {
    readonly isInTable: boolean;
    readonly level: number;
  }): void {
    if (isInTable) return this.add('\n');
    const mark = this.mark;
    const text = this.taken();
    if (text === '') return;
    this.endTable();
    this.contents.push(
      level > 0 ? heading(level, text) : mark !== '' ? item(0, mark, text) : paragraph(text),
    );
  }

  endCell(): void {
    this.cells.push(this.taken());
  }

  endRow(): void {
    this.rows.push(this.cells);
    this.cells = [];
  }

  /** @returns all that came */
  end(): readonly Content[] {
    if (this.cells.length > 0) this.endRow();
    this.endParagraph({ isInTable: false, level: 0 });
    this.endTable();
    return this.contents;
  }

  private endTable(): void {
    if (this.rows.length > 0) this.contents.push(table(this.rows));
    this.rows = [];
  }

  private taken(): string {
    const text = withAddresses(tidy(this.text), this.addresses);
    this.text = '';
    this.addresses = [];
    this.mark = '';
    return text;
  }
}
