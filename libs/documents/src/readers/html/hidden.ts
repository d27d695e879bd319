import { decodeEntities } from '../../formats/html/html-entities.js';
import type { HtmlTag } from '../../formats/html/html-tokens.js';

/** What is within them is for programs, or is shown where something else is missing. */
const UNSHOWN: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'noembed',
  'noframes',
  'template',
  'iframe',
  'object',
  'embed',
  'applet',
  'audio',
  'video',
  'canvas',
  'datalist',
  'metadata',
  'defs',
  'symbol',
  'desc',
  'rp',
]);

const STYLES: readonly RegExp[] = [
  /display\s*:\s*none/,
  /visibility\s*:\s*(?:hidden|collapse)/,
  /(?:^|[;\s])opacity\s*:\s*0*\.?0*\s*(?:%|;|!|$)/,
  /font-size\s*:\s*0*\.?0*\s*(?:[a-z]+|%)?\s*(?:;|!|$)/,
  /mso-hide\s*:\s*all/,
  /(?:max-height|height|width)\s*:\s*0(?:px)?\s*[;!][^]*overflow\s*:\s*hidden/,
  /overflow\s*:\s*hidden[^]*(?:max-height|height|width)\s*:\s*0(?:px)?\s*(?:;|!|$)/,
];

const STYLE_CHARS_MAX = 4_096;

/** Whether nobody sees what is in an element, as far as its own tag says. */
export function isHidden({ name, attributes }: HtmlTag): boolean {
  if (UNSHOWN.has(name)) return true;
  const valueOf = (wanted: string): string | undefined =>
    attributes.find((attribute) => attribute.name === wanted)?.value;
  if (valueOf('hidden') !== undefined) return true;
  if (name === 'dialog' && valueOf('open') === undefined) return true;
  const style = valueOf('style');
  if (style === undefined) return false;
  const read = decodeEntities(style.slice(0, STYLE_CHARS_MAX))
    .replace(/\/\*[^]*?\*\//g, '')
    .toLowerCase();
  return STYLES.some((hides) => hides.test(read));
}
