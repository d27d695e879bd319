import type { DocumentKind } from '../intake/sniff.js';
import type { OpenDocument } from './edit.js';
import { openMail } from './mail/open-mail.js';
import { openOdt } from './office/open-odt.js';
import { openOoxml } from './office/open-ooxml.js';
import { openCsv } from './plain/open-csv.js';
import { openHtml } from './plain/open-html.js';
import { openText } from './plain/open-text.js';

/** What can be changed in place. */
export type RewritableKind = 'docx' | 'pptx' | 'xlsx' | 'odt' | 'csv' | 'html' | 'eml' | 'text';

const OPENERS: Readonly<Record<RewritableKind, (bytes: Uint8Array) => OpenDocument>> = {
  docx: (bytes) => openOoxml('docx', bytes),
  pptx: (bytes) => openOoxml('pptx', bytes),
  xlsx: (bytes) => openOoxml('xlsx', bytes),
  odt: openOdt,
  csv: openCsv,
  html: openHtml,
  eml: (bytes) => openMail(bytes, openAttached),
  text: openText,
};

/** @throws DocumentFault */
export const openDocument = (kind: RewritableKind, bytes: Uint8Array): OpenDocument =>
  OPENERS[kind](bytes);

export const isRewritable = (kind: DocumentKind): kind is RewritableKind => kind in OPENERS;

const openAttached = (kind: DocumentKind, bytes: Uint8Array): OpenDocument | undefined =>
  isRewritable(kind) ? openDocument(kind, bytes) : undefined;
