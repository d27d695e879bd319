import { DOMParser, XMLSerializer, type Document, type Element, type Node } from '@xmldom/xmldom';
import { DocumentFault } from '../../document-fault.js';
import { XML_DEPTH_MAX } from '../../limits.js';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** A definition of entities is how XML becomes a bomb, and no office program writes one. */
const DEFINITIONS = /<!(?:DOCTYPE|ENTITY)/i;

export const ELEMENT_NODE = 1;
const TEXT_NODE = 3;
const CDATA_NODE = 4;

/** @throws DocumentFault */
export function readXml(bytes: Uint8Array): Document {
  const text = decodeXml(bytes);
  if (DEFINITIONS.test(text)) throw unreadable();
  refuseDeep(text);
  let document: Document;
  try {
    document = new DOMParser({ onError: stop }).parseFromString(text, 'text/xml');
  } catch {
    throw unreadable();
  }
  if (!document.documentElement) throw unreadable();
  return document;
}

/** Comments and instructions are written by nobody who reads, and are left out. */
export function writeXml(document: Document): Uint8Array {
  const root = document.documentElement;
  const text = HEAD + (root ? new XMLSerializer().serializeToString(root) : '');
  return new TextEncoder().encode(text);
}

export const isElement = (node: Node): node is Element => node.nodeType === ELEMENT_NODE;
export const isText = (node: Node): boolean =>
  node.nodeType === TEXT_NODE || node.nodeType === CDATA_NODE;

/** Name without its prefix. */
export const localNameOf = (element: Element): string => element.localName ?? element.nodeName;

export function childrenOf(node: Node): readonly Node[] {
  const children: Node[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

/** The element and all within it, in their order. */
export function elementsOf(root: Element): readonly Element[] {
  const elements: Element[] = [];
  const open: Element[] = [root];
  for (let element = open.pop(); element; element = open.pop()) {
    elements.push(element);
    for (let child = element.lastChild; child; child = child.previousSibling) {
      if (isElement(child)) open.push(child);
    }
  }
  return elements;
}

export const rootOf = (document: Document): Element => {
  const root = document.documentElement;
  if (!root) throw unreadable();
  return root;
};

export const removeNode = (node: Node): void => {
  node.parentNode?.removeChild(node);
};

function decodeXml(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw unreadable();
  }
}

/** Before a tree is made of it: whoever walks a tree may do it by calling itself. */
function refuseDeep(text: string): void {
  let depth = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const closing = CLOSINGS.find(([opening]) => text.startsWith(opening, at));
    const end = closing ? text.indexOf(closing[1], at) : tagEnd(text, at);
    if (end < 0) throw unreadable();
    if (!closing) {
      if (text.charCodeAt(at + 1) === SLASH) depth--;
      else if (text.charCodeAt(end - 1) !== SLASH) depth++;
    }
    if (depth > XML_DEPTH_MAX) throw unreadable();
    at = end;
  }
}

const SLASH = 0x2f;
/** What holds no elements, whatever signs are in it. */
const CLOSINGS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** Of the tag that begins at `at`; a value of an attribute may hold the sign that ends tags. */
function tagEnd(text: string, at: number): number {
  for (let index = at + 1; index < text.length; index++) {
    const sign = text[index] as string;
    if (sign === '>') return index;
    if (sign !== '"' && sign !== "'") continue;
    index = text.indexOf(sign, index + 1);
    if (index < 0) return -1;
  }
  return -1;
}

const unreadable = (): DocumentFault => new DocumentFault('document_unreadable');

function stop(level: string, message: string): void {
  if (level !== 'warning') throw new Error(message);
}
