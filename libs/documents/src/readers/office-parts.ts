import { DocumentFault } from '../document-fault.js';
import type { PackageParts } from '../formats/office/package-parts.js';
import { elementsNamed, valueOf } from '../formats/xml/find-in-xml.js';
import { rootOf } from '../formats/xml/read-xml.js';
import type { Element } from '@xmldom/xmldom';
import { onOneLine } from './words.js';

/** The part that a package is there for. @throws DocumentFault */
export function mainPart(parts: PackageParts): string {
  const name = partOfType(parts, '', 'officeDocument');
  if (name === undefined) throw new DocumentFault('document_unreadable');
  return name;
}

/** A part that another one leads to, by the last word of the relationship's type; undefined where it is not there. */
export const partOfType = (parts: PackageParts, owner: string, type: string): string | undefined =>
  partsOfType(parts, owner, type)[0];

export const partsOfType = (parts: PackageParts, owner: string, type: string): readonly string[] =>
  parts
    .relationshipsOf(owner)
    .filter(
      ({ element, isExternal, target }) =>
        !isExternal &&
        valueOf(element, 'Type')?.endsWith(`/${type}`) === true &&
        parts.archive.has(target),
    )
    .map(({ target }) => target);

/** Attributes that lead to another part or place, by the id of a relationship. */
export const linkIdsOf = (element: Element): readonly string[] =>
  Array.from(element.attributes)
    .filter(({ namespaceURI }) => namespaceURI?.endsWith('/relationships'))
    .map(({ value }) => value);

const CHART = /\.drawingml\.(?:chart|diagramdata)\+xml$|\.chartex\+xml$/;

/** What a chart or a diagram says; `''` for a part that is none. */
export function chartWords(parts: PackageParts, name: string): string {
  if (!parts.archive.has(name) || !CHART.test(parts.typeOf(name))) return '';
  const root = rootOf(parts.document(name));
  const words = [...elementsNamed(root, 't'), ...elementsNamed(root, 'v')]
    .map(({ textContent }) => onOneLine(textContent ?? ''))
    .filter((text) => text !== '');
  return [...new Set(words)].join(', ');
}
