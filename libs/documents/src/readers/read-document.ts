import type { DocumentKind } from '../intake/sniff.js';
import { readDocx } from './docx/read-docx.js';
import type { ReadDocument } from './document-page.js';
import { readEml } from './eml/read-eml.js';
import { readHtml } from './html/read-html.js';
import { readCsv } from './read-csv.js';
import { readOdt } from './read-odt.js';
import { readPptx } from './read-pptx.js';
import { readText } from './read-text.js';
import { readRtf } from './rtf/read-rtf.js';
import { readXlsx } from './xlsx/read-xlsx.js';

/** Documents that say what they say without being drawn. */
export type WrittenKind = Exclude<DocumentKind, 'pdf' | 'image'>;

const READERS: Readonly<Record<WrittenKind, (bytes: Uint8Array) => ReadDocument>> = {
  docx: readDocx,
  xlsx: readXlsx,
  pptx: readPptx,
  odt: readOdt,
  rtf: readRtf,
  html: readHtml,
  eml: readEml,
  csv: readCsv,
  text: readText,
};

/** @throws DocumentFault */
export const readDocument = (kind: WrittenKind, bytes: Uint8Array): ReadDocument =>
  READERS[kind](bytes);
