import type { Element } from '@xmldom/xmldom';
import { childNamed, elementsNamed, valueOf } from '../../formats/xml/find-in-xml.js';

/** What the style of a paragraph says of its place in the document. */
export interface ParagraphStyle {
  /** From 1; 0 for what is no heading. */
  readonly level: number;
  readonly list: ListPlace | undefined;
}

export interface ListPlace {
  readonly id: string;
  readonly level: number;
}

export const PLAIN: ParagraphStyle = { level: 0, list: undefined };

const PARENTS_MAX = 20; // Styles may name themselves as their parents.

/** Styles of a document by their ids. */
export function stylesOf(root: Element | undefined): ReadonlyMap<string, ParagraphStyle> {
  const elements = new Map(
    (root ? elementsNamed(root, 'style') : []).map((style) => [
      valueOf(style, 'styleId') ?? '',
      style,
    ]),
  );
  return new Map([...elements.keys()].map((id) => [id, styleOf(id, elements)]));
}

function styleOf(id: string, elements: ReadonlyMap<string, Element>): ParagraphStyle {
  let level = 0;
  let list: ListPlace | undefined;
  let element = elements.get(id);
  for (let steps = 0; element && steps < PARENTS_MAX; steps++) {
    const properties = childNamed(element, 'pPr');
    level ||= outlineOf(properties) || levelOfName(valueOf(childNamed(element, 'name'), 'val'));
    list ??= listOf(properties);
    element = elements.get(valueOf(childNamed(element, 'basedOn'), 'val') ?? '');
  }
  return { level, list };
}

function levelOfName(name = ''): number {
  const [, digit] = /^heading (\d)$/i.exec(name) ?? [];
  if (digit !== undefined) return Number(digit);
  return /^title$/i.test(name) ? 1 : 0;
}

const OUTLINE_LEVELS = 9; // The tenth says that it is body text.

/** @param properties of a paragraph or a style */
export function outlineOf(properties: Element | undefined): number {
  const said = valueOf(childNamed(properties, 'outlineLvl'), 'val');
  const level = said === undefined ? OUTLINE_LEVELS : Number(said);
  return level >= 0 && level < OUTLINE_LEVELS ? level + 1 : 0;
}

export function listOf(properties: Element | undefined): ListPlace | undefined {
  const numbering = childNamed(properties, 'numPr');
  const id = valueOf(childNamed(numbering, 'numId'), 'val');
  if (id === undefined) return undefined;
  return { id, level: Number(valueOf(childNamed(numbering, 'ilvl'), 'val') ?? 0) || 0 };
}
