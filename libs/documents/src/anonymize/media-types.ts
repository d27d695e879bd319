import type { RewritableKind } from '../rewrite/open-document.js';

interface WrittenAs {
  readonly mediaType: string;
  readonly extension: string;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** What a document is called once it was written anew. */
export const MEDIA_TYPES: Readonly<Record<RewritableKind | 'pdf' | 'image', WrittenAs>> = {
  pdf: { mediaType: 'application/pdf', extension: 'pdf' },
  image: { mediaType: 'image/png', extension: 'png' },
  docx: { mediaType: `${OFFICE}.wordprocessingml.document`, extension: 'docx' },
  pptx: { mediaType: `${OFFICE}.presentationml.presentation`, extension: 'pptx' },
  xlsx: { mediaType: `${OFFICE}.spreadsheetml.sheet`, extension: 'xlsx' },
  odt: { mediaType: 'application/vnd.oasis.opendocument.text', extension: 'odt' },
  csv: { mediaType: 'text/csv', extension: 'csv' },
  html: { mediaType: 'text/html', extension: 'html' },
  eml: { mediaType: 'message/rfc822', extension: 'eml' },
  text: { mediaType: 'text/plain', extension: 'txt' },
};
