import { documentOf } from '../document-of.js';
import type { OpenDocument } from '../edit.js';
import { Story, withoutBlanks } from '../story.js';
import { readableAddress } from '../../formats/readable-address.js';
import { decodeText, encodeText } from '../../formats/text/decode-text.js';
import { BLOCKS } from '../../formats/html/html-blocks.js';
import { decodeEntities, encodeEntities } from '../../formats/html/html-entities.js';
import { tokensOf, type HtmlTag, type HtmlText } from '../../formats/html/html-tokens.js';
import { cellPlaces } from './html-cells.js';

/** What is within is for programs, or comes from elsewhere. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'math',
  'iframe',
  'object',
  'embed',
  'applet',
  'audio',
  'video',
  'canvas',
  'base',
  'link',
  'meta',
  'img',
  'picture',
  'source',
  'frame',
  'frameset',
  'xml',
]);
const VOID: ReadonlySet<string> = new Set([
  'base',
  'link',
  'meta',
  'img',
  'source',
  'embed',
  'frame',
]);

/** All that is kept of tags; events, styles and data of programs are not. */
const KEPT_ATTRIBUTES: ReadonlySet<string> = new Set([
  'alt',
  'colspan',
  'dir',
  'for',
  'headers',
  'href',
  'lang',
  'placeholder',
  'rowspan',
  'scope',
  'start',
  'title',
  'type',
  'value',
]);

const HAS_LETTERS = /[\p{L}\d]/u;

/** @throws DocumentFault */
export function openHtml(bytes: Uint8Array): OpenDocument {
  const html = decodeText(bytes);
  const places = cellPlaces(shownTokens(html));
  const written: string[] = [];
  const words = new Story();
  const attributes: Story[] = [];
  let head: string | undefined;
  let isSpelled = false;
  let index = -1;
  for (const token of shownTokens(html)) {
    index++;
    if (token.kind === 'text') {
      const text = decodeEntities(token.text);
      const place = written.push(encodeEntities(text)) - 1;
      if (head !== undefined && HAS_LETTERS.test(text)) {
        words.part(head);
        head = undefined;
      }
      const slot = { text, set: (put: string) => (written[place] = encodeEntities(put)) };
      words.add(isSpelled ? withoutBlanks(slot) : slot);
      continue;
    }
    const { name, isClosing } = token;
    if (BLOCKS.has(name)) words.part('\n');
    if (name === 'td' || name === 'th') {
      const cell = isClosing ? undefined : places.get(index);
      head = cell?.head;
      if (!isClosing) isSpelled = cell?.isSpelled === true;
      if (cell?.isGlued) words.glue();
      else words.loosen();
    } else if (name === 'tr' || name === 'table') isSpelled = false;
    written.push(...tagOf(token, attributes, written.length, written));
  }
  return documentOf({
    prose: [words, ...attributes],
    loose: [],
    write: () => encodeText(`<!doctype html>\n<meta charset="utf-8">\n${written.join('')}`),
  });
}

/** Of what people see. */
function* shownTokens(html: string): Iterable<HtmlTag | HtmlText> {
  let without: string | null = null;
  let depth = 0;
  for (const token of tokensOf(html)) {
    if (without !== null) {
      if (token.kind === 'tag' && token.name === without) depth += token.isClosing ? -1 : 1;
      if (depth === 0) without = null;
    } else if (token.kind === 'tag' && LEFT_OUT.has(token.name)) {
      if (token.isClosing || VOID.has(token.name) || token.isSelfClosing) continue;
      without = token.name;
      depth = 1;
    } else yield token;
  }
}

/** A tag in pieces; each value of an attribute is a place of its own. */
function tagOf(
  { name, isClosing, attributes }: HtmlTag,
  stories: Story[],
  at: number,
  written: string[],
): readonly string[] {
  if (isClosing) return [`</${name}>`];
  const pieces = [`<${name}`];
  for (const { name: attribute, value } of attributes) {
    if (!KEPT_ATTRIBUTES.has(attribute)) continue;
    const text = decodeEntities(value);
    pieces.push(` ${attribute}="`);
    const place = at + pieces.push(encodeEntities(text)) - 1;
    pieces.push('"');
    const story = new Story();
    const isLink = attribute === 'href';
    story.add({
      text: isLink ? readableAddress(text) : text,
      set: (put) => (written[place] = isLink ? '#' : encodeEntities(put)),
    });
    stories.push(story);
  }
  return [...pieces, '>'];
}
