import type { Element } from '@xmldom/xmldom';
import { childrenOf, elementsOf, isElement, localNameOf } from './read-xml.js';

/** By local names: prefixes are each program's own. */
export const childNamed = (element: Element | undefined, name: string): Element | undefined =>
  element && childElements(element).find((child) => localNameOf(child) === name);

export const childElements = (element: Element): readonly Element[] =>
  childrenOf(element).filter(isElement);

export const elementsNamed = (root: Element, name: string): readonly Element[] =>
  elementsOf(root).filter((element) => localNameOf(element) === name);

/** Value of an attribute by its local name; undefined where there is none. */
export const valueOf = (element: Element | undefined, name: string): string | undefined =>
  element &&
  Array.from(element.attributes).find((one) => (one.localName ?? one.name) === name)?.value;

/** `<w:b/>` says yes, `<w:b w:val="0"/>` no. */
export const isOn = (element: Element | undefined): boolean =>
  element !== undefined && !/^(?:0|false|off|none)$/i.test(valueOf(element, 'val') ?? '');

/** `<text:s/>` of OpenDocument: the spaces it stands for read as one, and zero of them as none. */
export const spacesOf = (element: Element): '' | ' ' =>
  /^\s*\+?0+\s*$/.test(valueOf(element, 'c') ?? '') ? '' : ' ';
