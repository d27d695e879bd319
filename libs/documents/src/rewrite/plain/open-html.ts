import { documentOf } from '../document-of.js';
import type { OpenDocument } from '../edit.js';
import { Story } from '../story.js';
import { readableAddress } from '../../formats/readable-address.js';
import { decodeText, encodeText } from '../../formats/text/decode-text.js';
import { BLOCKS } from '../../formats/html/html-blocks.js';
import { decodeEntities, encodeEntities } from '../../formats/html/html-entities.js';
import { tokensOf, type HtmlTag } from '../../formats/html/html-tokens.js';

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

/** @throws DocumentFault */
export function openHtml(bytes: Uint8Array): OpenDocument {
  const written: string[] = [];
  const words = new Story();
  const attributes: Story[] = [];
  let without: string | null = null;
  let depth = 0;
  for (const token of tokensOf(decodeText(bytes))) {
    if (token.kind === 'text') {
      if (without !== null) continue;
      const place = written.push(encodeEntities(decodeEntities(token.text))) - 1;
      words.add({
        text: decodeEntities(token.text),
        set: (put) => (written[place] = encodeEntities(put)),
      });
      continue;
    }
    const { name, isClosing } = token;
    if (without !== null) {
      if (name === without) depth += isClosing ? -1 : 1;
      if (depth === 0) without = null;
      continue;
    }
    if (LEFT_OUT.has(name)) {
      if (isClosing || VOID.has(name) || token.isSelfClosing) continue;
      without = name;
      depth = 1;
      continue;
    }
    if (BLOCKS.has(name)) words.part('\n');
    written.push(...tagOf(token, attributes, written.length, written));
  }
  return documentOf({
    prose: [words, ...attributes],
    loose: [],
    write: () => encodeText(`<!doctype html>\n<meta charset="utf-8">\n${written.join('')}`),
  });
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
