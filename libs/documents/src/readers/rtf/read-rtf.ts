import { DocumentFault } from '../../document-fault.js';
import { readableAddress } from '../../formats/readable-address.js';
import type { Content } from '../../layout/blocks.js';
import { TEXT_BYTES_MAX, XML_DEPTH_MAX } from '../../limits.js';
import { documentOf, pageOf, type ReadDocument } from '../document-page.js';
import { onOneLine, paragraph, pictureWords, plainOf } from '../words.js';
import { decodeBytes, pageOfCharset } from './code-pages.js';
import { RtfFlow } from './rtf-flow.js';
import { rtfTokens } from './rtf-tokens.js';

/** What the text of a group is for. */
type Use =
  | 'text'
  | 'skip'
  | 'fonts'
  | 'mark'
  | 'field'
  | 'author'
  | 'propertyName'
  | 'propertyValue';

interface Group {
  readonly flow: RtfFlow;
  /** What happens to the flow once the group that began it is over. */
  readonly endsFlow: ((contents: readonly Content[]) => void) | undefined;
  use: Use;
  page: number;
  isHidden: boolean;
  isInTable: boolean;
  level: number;
  /** Signs that stand for one of Unicode in programs that do not know it. */
  standIns: number;
}

const SKIPPED: ReadonlySet<string> = new Set([
  'colortbl',
  'stylesheet',
  'info',
  'nonshppict',
  'nonesttables',
  'objdata',
  'themedata',
  'filetbl',
  'xe',
  'tc',
  'rxe',
  'private',
]);

/** Destinations that others may leave out, and that are read here. */
const READ_ALL_THE_SAME: ReadonlySet<string> = new Set([
  'annotation',
  'atnauthor',
  'fldinst',
  'pntext',
  'shpinst',
  'shppict',
  'shptxt',
  'footnote',
]);

const SIGNS: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  page: '\n',
  sect: '\n',
  emdash: '—',
  endash: '–',
  emspace: ' ',
  enspace: ' ',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  nestcell: ' ',
  nestrow: '\n',
  '~': '\u00a0',
  _: '-',
  '{': '{',
  '}': '}',
  '\\': '\\',
  '\n': '\n',
  '\r': '\n',
};

const MARGIN = /^(header|footer)[lrf]?$/;
const WESTERN = 1_252;

/** A text in RTF, then its notes and comments; headers and footers apart. @throws DocumentFault */
export function readRtf(bytes: Uint8Array): ReadDocument {
  if (bytes.length > TEXT_BYTES_MAX) throw new DocumentFault('document_too_large_to_scan');
  return new RtfReader().read(Buffer.from(bytes).toString('latin1'));
}

class RtfReader {
  private readonly header: Content[] = [];
  private readonly footer: Content[] = [];
  private readonly notes: Content[] = [];
  private readonly comments: Content[] = [];
  private readonly pages = new Map<number, number>();
  private readonly stack: Group[] = [];
  private group: Group = {
    flow: new RtfFlow(),
    endsFlow: undefined,
    use: 'text',
    page: WESTERN,
    isHidden: false,
    isInTable: false,
    level: 0,
    standIns: 1,
  };
  private page = WESTERN;
  private font = 0;
  private bytes: number[] = [];
  private toSkip = 0;
  private mayBeLeftOut = false;
  private field = '';
  private author = '';
  private property = '';
  private pictures = 0;

  read(rtf: string): ReadDocument {
    const main = this.group.flow;
    for (const token of rtfTokens(rtf)) {
      switch (token.kind) {
        case 'open':
          this.open();
          break;
        case 'close':
          this.close();
          break;
        case 'byte':
          if (this.toSkip > 0) this.toSkip--;
          else this.bytes.push(token.byte);
          break;
        case 'text':
          this.takeText(token.text);
          break;
        case 'control':
          this.obey(token.word, token.number);
      }
    }
    while (this.stack.length > 0) this.close();
    this.flush();
    const body = [...main.end(), ...this.notes, ...this.comments];
    const { header, footer, pictures } = this;
    return documentOf([pageOf({ header, body, footer, pictures })]);
  }

  private open(): void {
    this.flush();
    if (this.stack.length >= XML_DEPTH_MAX) throw new DocumentFault('document_unreadable');
    this.stack.push(this.group);
    this.group = { ...this.group, endsFlow: undefined };
    this.mayBeLeftOut = false;
    this.toSkip = 0;
  }

  private close(): void {
    this.flush();
    const { use, flow, endsFlow } = this.group;
    const before = this.stack.pop();
    if (!before) return;
    this.group = before;
    this.toSkip = 0;
    if (endsFlow) endsFlow(flow.end());
    if (use === 'field' && before.use !== 'field') {
      const [, address] = /HYPERLINK\s+"([^"]+)"/i.exec(this.field) ?? [];
      if (address !== undefined) flow.addAddress(readableAddress(address));
      this.field = '';
    }
    if (use === 'mark' && before.use !== 'mark') {
      const mark = onOneLine(flow.mark);
      flow.mark = /[\p{L}\d]/u.test(mark) ? mark : '-';
    }
  }

  private takeText(text: string): void {
    const kept = text.slice(this.toSkip);
    this.toSkip = Math.max(0, this.toSkip - text.length);
    for (let at = 0; at < kept.length; at++) this.bytes.push(kept.charCodeAt(at));
  }

  /** Bytes wait for each other: some signs have two. */
  private flush(): void {
    if (this.bytes.length === 0) return;
    const text = decodeBytes(this.bytes, this.group.page);
    this.bytes = [];
    this.put(text);
  }

  private put(text: string): void {
    const { use, flow, isHidden } = this.group;
    if (use === 'mark') flow.mark += text;
    else if (use === 'field') this.field += text;
    else if (use === 'author') this.author += text;
    else if (use === 'propertyName') this.property += text;
    else if (use === 'propertyValue') this.takeProperty(text);
    else if (use === 'text' && !isHidden) flow.add(text);
  }

  private takeProperty(text: string): void {
    if (this.property.trim() === 'wzDescription') this.group.flow.add(` ${pictureWords(text)} `);
    this.property = '';
  }

  private obey(word: string, number: number | undefined): void {
    if (this.toSkip > 0 && word !== 'bin') {
      this.toSkip--;
      return;
    }
    this.flush();
    const { group } = this;
    if (word === '*') {
      this.mayBeLeftOut = true;
      return;
    }
    const mayBeLeftOut = this.mayBeLeftOut;
    this.mayBeLeftOut = false;
    if (group.use === 'skip') return;
    if (SKIPPED.has(word) || (mayBeLeftOut && !READ_ALL_THE_SAME.has(word))) {
      group.use = 'skip';
      return;
    }
    if (word === 'u') {
      if (number !== undefined) this.put(String.fromCharCode(number & 0xffff));
      this.toSkip = group.standIns;
      return;
    }
    if (this.obeyDestination(word)) return;
    if (group.use === 'fonts') this.obeyFont(word, number);
    else if (!this.obeyForm(word, number)) {
      const sign = SIGNS[word];
      if (sign !== undefined) this.put(sign);
    }
  }

  /** What begins another text, or text of another use. */
  private obeyDestination(word: string): boolean {
    const { group } = this;
    const [, margin] = MARGIN.exec(word) ?? [];
    if (margin) {
      const into = margin === 'header' ? this.header : this.footer;
      this.begin((contents) => into.push(...contents));
      return true;
    }
    switch (word) {
      case 'fonttbl':
        group.use = 'fonts';
        return true;
      case 'footnote':
        this.beginNote();
        return true;
      case 'annotation':
        this.begin((contents) => this.addComment(contents));
        return true;
      case 'shptxt': {
        const around = group.flow;
        this.begin((contents) => around.add(`\n${plainOf(contents)}\n`));
        return true;
      }
      case 'atnauthor':
        this.author = '';
        group.use = 'author';
        return true;
      case 'listtext':
      case 'pntext':
        group.use = 'mark';
        return true;
      case 'fldinst':
        group.use = 'field';
        return true;
      case 'sn':
        group.use = 'propertyName';
        this.property = '';
        return true;
      case 'sv':
        group.use = 'propertyValue';
        return true;
      case 'pict':
        this.pictures++;
        group.flow.add(` ${pictureWords()} `);
        group.use = 'skip';
        return true;
      default:
        return false;
    }
  }

  private obeyFont(word: string, number = 0): void {
    if (word === 'f') this.font = number;
    const page = word === 'fcharset' ? pageOfCharset(number) : undefined;
    if (page !== undefined) this.pages.set(this.font, page);
  }

  private obeyForm(word: string, number: number | undefined): boolean {
    const { group } = this;
    switch (word) {
      case 'ansicpg':
        this.page = number ?? WESTERN;
        group.page = this.page;
        return true;
      case 'mac':
        group.page = this.page = 10_000;
        return true;
      case 'f':
        group.page = this.pages.get(number ?? 0) ?? this.page;
        return true;
      case 'uc':
        group.standIns = Math.max(0, number ?? 1);
        return true;
      case 'v':
      case 'deleted':
        group.isHidden = number !== 0;
        return true;
      case 'plain':
        group.isHidden = false;
        return true;
      case 'pard':
        group.isInTable = false;
        group.level = 0;
        return true;
      case 'intbl':
        group.isInTable = true;
        return true;
      case 'outlinelevel':
        group.level = (number ?? 0) < 9 ? (number ?? 0) + 1 : 0;
        return true;
      case 'par':
        group.flow.endParagraph(group);
        return true;
      case 'cell':
        group.flow.endCell();
        return true;
      case 'row':
        group.flow.endRow();
        return true;
      default:
        return false;
    }
  }

  /** A text of its own, as long as this group lasts. */
  private begin(endsFlow: (contents: readonly Content[]) => void): void {
    this.group = {
      ...this.group,
      flow: new RtfFlow(),
      endsFlow,
      use: 'text',
      isInTable: false,
      level: 0,
    };
  }

  private beginNote(): void {
    const place = this.notes.length;
    const mark = `[^${place + 1}]`;
    this.notes.push(paragraph(''));
    this.group.flow.add(mark);
    this.begin((contents) => {
      this.notes[place] = paragraph(`${mark}: ${onOneLine(plainOf(contents))}`);
    });
  }

  private addComment(contents: readonly Content[]): void {
    const text = onOneLine(plainOf(contents));
    const author = onOneLine(this.author);
    if (text !== '')
      this.comments.push(paragraph(`[comment${author && ` by ${author}`}: ${text}]`));
  }
}
