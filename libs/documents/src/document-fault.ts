import type { ErrorKey } from '#kernel';

/** What may be wrong with a document, as a row of the catalogue. Parsers' own words stay where they fell. */
export type DocumentFaultKey = Extract<
  ErrorKey,
  | 'document_encrypted'
  | 'document_has_no_text'
  | 'document_page_budget_exceeded'
  | 'document_too_large_to_scan'
  | 'document_type_unsupported'
  | 'document_unreadable'
  | 'ocr_unavailable'
  | 'pdf_renderer_unavailable'
>;

/** Thrown inside of a cell; outside it is the GatewayError of its key. */
export class DocumentFault extends Error {
  constructor(
    readonly key: DocumentFaultKey,
    /** In place of the catalogue's words. Never with anything of the document in it. */
    readonly told?: string,
  ) {
    super(told ?? key);
  }
}
