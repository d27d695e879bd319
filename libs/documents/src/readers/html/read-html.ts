import { decodeEntities } from '../../formats/html/html-entities.js';
import { tokensOf, type HtmlTag } from '../../formats/html/html-tokens.js';
import { BLOCKS } from '../../formats/html/html-blocks.js';
import { readableAddress } from '../../formats/readable-address.js';
import { decodeText } from '../../formats/text/decode-text.js';
import type { Content } from '../../layout/blocks.js';
import { documentOf, pageOf, type ReadDocument } from '../document-page.js';
import { heading, item, paragraph, pictureWords, tidy, withAddresses } from '../words.js';
import { isHidden } from './hidden.js';
import { spanOf, tableContents, type HtmlCell } from './html-table.js';

/** A page as it is seen, without what its tags hide. @throws DocumentFault */
export const readHtml = (bytes: Uint8Array): ReadDocument =>
  documentOf([htmlPage(decodeText(bytes, charsetOf(bytes)))]);

const HEAD_BYTES = 1_024; // Where a page says what it is written in.

function charsetOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  return /<meta[^>]+charset\s*=\s*["']?\s*([\w-]{1,40})/i.exec(head)?.[1];
}

export function htmlPage(html: string) {
  const reader = new HtmlReader();
  for (const token of tokensOf(html)) {
    if (token.kind === 'text') reader.text(token.text);
    else if (token.isClosing) reader.close(token.name);
    else reader.open(token);
  }
  const { body, pictures } = reader.end();
  return pageOf({ body, pictures });
}

/** They hold nothing, and are never closed. */
const VOID: ReadonlySet<string> = new Set([
  'area',
  'base',
  'basefont',
  'bgsound',
  'br',
  'col',
  'embed',
  'frame',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);

/** What ends by itself where the next of its kind begins, unless one of the others began in between. */
const ENDS: Readonly<Record<string, { readonly ended: RegExp; readonly within: RegExp }>> = {
  li: { ended: /^li$/, within: /^(?:ul|ol|menu|dir|table)$/ },
  dt: { ended: /^d[dt]$/, within: /^(?:dl|table)$/ },
  dd: { ended: /^d[dt]$/, within: /^(?:dl|table)$/ },
  tr: { ended: /^tr$/, within: /^table$/ },
  td: { ended: /^t[dh]$/, within: /^(?:tr|table)$/ },
  th: { ended: /^t[dh]$/, within: /^(?:tr|table)$/ },
  option: { ended: /^option$/, within: /^select$/ },
};
const PARAGRAPH_ENDS = { ended: /^p$/, within: /^(?:t[dh]|table|button|li|div)$/ };
const INLINE_BLOCKS = /^(?:br|button|input|select|option|optgroup|textarea)$/;

/** Beyond it further elements are read as if they were closed at once: no page that people read is so deep. */
const DEPTH_MAX = 512;

interface Open {
  readonly name: string;
  readonly hides: boolean;
}

interface List {
  readonly isOrdered: boolean;
  next: number;
}

interface Table {
  readonly rows: HtmlCell[][];
  readonly isLayout: boolean;
  /** Where what is in no cell goes, and the whole once it is over. */
  readonly around: Content[];
}

class HtmlReader {
  private readonly stack: Open[] = [];
  private readonly counts = new Map<string, number>();
  private readonly lists: List[] = [];
  private readonly tables: Table[] = [];
  private readonly body: Content[] = [];
  private flow: Content[] = this.body;
  private hiding = 0;
  private line = '';
  private addresses: string[] = [];
  private mark: { readonly level: number; readonly mark: string } | undefined;
  private level = 0;
  private pictures = 0;

  text(raw: string): void {
    if (this.hiding > 0) return;
    const text = decodeEntities(raw);
    this.line +=
      this.counts.get('pre') || this.counts.get('textarea') ? text : text.replace(/\s+/g, ' ');
  }

  open(tag: HtmlTag): void {
    const { name } = tag;
    this.endBefore(name);
    if (BLOCKS.has(name)) this.part(name);
    if (VOID.has(name)) {
      if (this.hiding === 0 && !isHidden(tag)) this.show(tag);
      return;
    }
    const hides = isHidden(tag);
    if (this.stack.length >= DEPTH_MAX) {
      // Its end would not be known: what is hidden within cannot be told from what is not.
      if (hides) this.hiding = Infinity;
      return;
    }
    this.stack.push({ name, hides });
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    if (hides) this.hiding++;
    if (this.hiding === 0) this.begin(tag);
  }

  close(name: string): void {
    if (BLOCKS.has(name)) this.part(name);
    if (!this.counts.get(name)) return;
    for (let last = this.stack.at(-1); last; last = this.stack.at(-1)) {
      this.endLast();
      if (last.name === name) return;
    }
  }

  end(): { readonly body: readonly Content[]; readonly pictures: number } {
    while (this.stack.length > 0) this.endLast();
    this.flush();
    const [title, first] = this.body;
    const isTwice =
      title?.kind === 'heading' && first?.kind === 'heading' && title.text === first.text;
    return { body: isTwice ? this.body.slice(1) : this.body, pictures: this.pictures };
  }

  /** A block ends the line; a control only parts words. */
  private part(name: string): void {
    if (this.hiding > 0) return;
    if (name === 'br') this.line += '\n';
    else if (INLINE_BLOCKS.test(name)) this.line += ' ';
    else this.flush();
  }

  private flush(): void {
    const text = withAddresses(tidy(this.line), this.addresses);
    this.line = '';
    this.addresses = [];
    if (text === '') return;
    const { mark, level } = this;
    this.mark = undefined;
    if (level > 0) this.flow.push(heading(level, text));
    else this.flow.push(mark ? item(mark.level, mark.mark, text) : paragraph(text));
  }

  private endBefore(name: string): void {
    const rule =
      ENDS[name] ?? (BLOCKS.has(name) && !INLINE_BLOCKS.test(name) ? PARAGRAPH_ENDS : undefined);
    if (!rule) return;
    for (let at = this.stack.length - 1; at >= 0; at--) {
      const open = this.stack[at] as Open;
      if (rule.within.test(open.name)) return;
      if (!rule.ended.test(open.name)) continue;
      this.flushIfShown();
      while (this.stack.length > at) this.endLast();
      return;
    }
  }

  private flushIfShown(): void {
    if (this.hiding === 0) this.flush();
  }

  private begin(tag: HtmlTag): void {
    const { name } = tag;
    if (/^h[1-6]$/.test(name)) this.level = Number(name[1]);
    else if (name === 'title' && this.counts.get('head')) this.level = 1;
    else if (/^(?:ul|ol|menu|dir)$/.test(name)) {
      this.lists.push({
        isOrdered: name === 'ol',
        next: Number.parseInt(valueOf(tag, 'start') ?? '1', 10) || 1,
      });
    } else if (name === 'li') {
      const list = this.lists.at(-1);
      const mark = list?.isOrdered ? `${list.next++}.` : '-';
      this.mark = { level: Math.max(0, this.lists.length - 1), mark };
    } else if (name === 'a') this.addAddress(valueOf(tag, 'href'));
    else if (name === 'table') {
      this.tables.push({
        rows: [],
        isLayout: /^(?:presentation|none)$/i.test(valueOf(tag, 'role') ?? ''),
        around: this.flow,
      });
    } else if (name === 'tr') this.tables.at(-1)?.rows.push([]);
    else if (name === 'td' || name === 'th') this.beginCell(tag);
  }

  private beginCell(tag: HtmlTag): void {
    const table = this.tables.at(-1);
    if (!table) return;
    if (table.rows.length === 0) table.rows.push([]);
    const contents: Content[] = [];
    table.rows.at(-1)?.push({
      contents,
      columns: spanOf(valueOf(tag, 'colspan')),
      rows: spanOf(valueOf(tag, 'rowspan')),
    });
    this.flow = contents;
  }

  private endLast(): void {
    const last = this.stack.pop();
    if (!last) return;
    const { name, hides } = last;
    this.counts.set(name, (this.counts.get(name) ?? 1) - 1);
    if (BLOCKS.has(name)) this.part(name);
    const wasShown = this.hiding === 0;
    if (hides) this.hiding--;
    if (!wasShown) return;
    if (/^h[1-6]$/.test(name) || name === 'title') this.level = 0;
    else if (/^(?:ul|ol|menu|dir)$/.test(name)) this.lists.pop();
    else if (name === 'li') this.mark = undefined;
    else if (name === 'td' || name === 'th') this.flow = this.tables.at(-1)?.around ?? this.body;
    else if (name === 'table') this.endTable();
  }

  private endTable(): void {
    const table = this.tables.pop();
    if (!table) return;
    this.flow = table.around;
    this.flow.push(...tableContents(table.rows, table.isLayout));
  }

  /** What is seen of an element that holds nothing. */
  private show(tag: HtmlTag): void {
    const { name } = tag;
    if (name === 'img') {
      if (isPoint(tag)) return;
      this.pictures++;
      this.line += ` ${pictureWords(decodeEntities(valueOf(tag, 'alt') ?? ''))} `;
    } else if (
      name === 'input' &&
      !/^(?:hidden|password|checkbox|radio)$/i.test(valueOf(tag, 'type') ?? '')
    ) {
      this.line += ` ${decodeEntities(valueOf(tag, 'value') || valueOf(tag, 'placeholder') || '')} `;
    } else if (name === 'area') this.addAddress(valueOf(tag, 'href'));
  }

  private addAddress(href: string | undefined): void {
    const address = decodeEntities(href ?? '').trim();
    if (/^(?:https?|mailto|tel|ftp|sms):/i.test(address))
      this.addresses.push(readableAddress(address));
  }
}

const valueOf = ({ attributes }: HtmlTag, name: string): string | undefined =>
  attributes.find((attribute) => attribute.name === name)?.value;

/** Of one pixel or none: it counts who reads, and shows nothing. */
const isPoint = (tag: HtmlTag): boolean =>
  ['width', 'height'].some((side) => /^[01](?:px)?$/.test(valueOf(tag, side)?.trim() ?? ''));
