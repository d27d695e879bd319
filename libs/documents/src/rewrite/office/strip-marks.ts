import type { Document, Element } from '@xmldom/xmldom';
import {
  childrenOf,
  elementsOf,
  isElement,
  localNameOf,
  removeNode,
  rootOf,
} from '../../formats/xml/read-xml.js';

/** Text that somebody took out, kept so that it can be put back. */
const TAKEN_OUT: ReadonlySet<string> = new Set(['del', 'moveFrom', 'delText', 'delInstrText']);

/** What says who wrote and on which machine, and nothing to a reader. */
const MACHINE: ReadonlySet<string> = new Set([
  'rsids',
  'docVars',
  'mailMerge',
  'attachedTemplate',
  'ext',
  'extLst',
  'fileVersion',
  'fileSharing',
  'absPath',
  'oleLink',
  'ddeLink',
  'webPublishing',
  'customWorkbookViews',
  'customSheetViews',
  'scenarios',
  'presenceInfo',
  'docId',
  'dataBinding',
]);

const AUTHOR: ReadonlySet<string> = new Set(['author', 'userId', 'lastModifiedBy']);
const DROPPED_ATTRIBUTE = /^(?:rsid\w*|paraId|textId|durableId|date|dt|dateUtc|uid)$/;

/** Who wrote it, when, what was there before: never part of what is handed out. */
export function stripMarks(document: Document): void {
  for (const element of elementsOf(rootOf(document))) {
    const name = localNameOf(element);
    if (element !== rootOf(document) && (TAKEN_OUT.has(name) || MACHINE.has(name))) {
      if (!isMarkOfParagraph(element)) removeNode(element);
      continue;
    }
    for (const attribute of Array.from(element.attributes)) {
      const local = attribute.localName ?? attribute.name;
      if (DROPPED_ATTRIBUTE.test(local)) element.removeAttributeNode(attribute);
      else if (AUTHOR.has(local)) element.setAttribute(attribute.name, 'Author');
      else if (local === 'initials') element.setAttribute(attribute.name, 'A');
    }
    if (name === 'cmAuthor') element.setAttribute('name', 'Author');
  }
  dropComments(rootOf(document));
}

/** `w:del` among the properties of a paragraph or row says that its mark was deleted: it holds no text. */
const isMarkOfParagraph = (element: Element): boolean =>
  childrenOf(element).length === 0 && /^(?:rPr|trPr)$/.test(element.parentNode?.localName ?? '');

/** Comments and instructions of XML, which no program shows. */
function dropComments(root: Element): void {
  for (const element of elementsOf(root)) {
    for (const child of childrenOf(element)) {
      if (!isElement(child) && (child.nodeType === 8 || child.nodeType === 7)) removeNode(child);
    }
  }
}
