import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { DocumentFault } from '../document-fault.js';
import { OPENING, pdfjs } from './pdfjs.js';

export type { PDFDocumentProxy, PDFPageProxy };

/** @param bytes are taken over @throws DocumentFault, also where it counts no page: no program opens such a one */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const pdf = await opened(bytes);
  if (pdf.numPages < 1) throw new DocumentFault('document_unreadable');
  return pdf;
}

async function opened(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  try {
    return await pdfjs.getDocument({ ...OPENING, data: bytes }).promise;
  } catch (fault) {
    const isLocked = fault instanceof Error && fault.name === 'PasswordException';
    throw new DocumentFault(isLocked ? 'document_encrypted' : 'document_unreadable');
  }
}

/** @param index from 0 @throws DocumentFault where the tree of pages leads nowhere */
export async function openPage(pdf: PDFDocumentProxy, index: number): Promise<PDFPageProxy> {
  try {
    return await pdf.getPage(index + 1);
  } catch {
    throw new DocumentFault('document_unreadable');
  }
}
