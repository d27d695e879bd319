import { parameterRef, schemaRef, type Paths } from '../document.js';
import { errorResponses, PROVIDER_REFUSAL } from '../error-responses.js';
import { ANSWER_HEADERS } from '../headers.js';

/** A white picture of 120 × 44 pixels with the word "Hello". */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAHgAAAAsAgMAAADTFZSgAAAADFBMVEX///8HBweFhYXHx8erKDLMAAAACXBIWXMAAAsSAAALEgHS3X78AAAAo0lEQVQ4y2NgGAUDC5jDmMKxCIcyMEw9MJDSTFM3gKX5wjZgkzYNjQBLPw2NwCZ9NS8cLB2aGYYu/f//1ANTGaaCpJnCIO5AlgaCw2EMooeB0rwhDFcbsEn/v9oMko5gEHXAlD4ExCBpzhgG1QJMpxGSDocECw5poNPA0tjshkjbMONwOShYgAFzGIe/waGWFQYJtZVh+ML8KvYwxx1jo4CeAAAOZldItW9qDQAAAABJRU5ErkJggg==';

const request = {
  model: 'gw/ocr',
  document: { type: 'document_url', document_url: `data:image/png;base64,${PICTURE}` },
};

const answer = {
  pages: [
    {
      index: 0,
      markdown: 'Hello',
      images: [],
      dimensions: { dpi: 200, height: 44, width: 120 },
      gw: { source: 'ocr', languages: ['eng'], warnings: [] },
    },
  ],
  model: 'gw/ocr',
  document_annotation: null,
  usage_info: { pages_processed: 1, doc_size_bytes: 265 },
};

export const ocrPaths: Paths = {
  '/v1/ocr': {
    post: {
      operationId: 'readDocument',
      summary: 'The pages of a document as text',
      description:
        "Mistral's format. `gw/ocr` reads PDFs, images, DOCX, ODT, RTF, XLSX, PPTX, CSV, HTML, mail and text on this machine, given as `data:` URLs, up to 32 MiB and 200 pages; models of providers get the request as it is, under the same limits as any call. Billed by page. Nothing is streamed. See docs/documents.md.",
      tags: ['Documents'],
      parameters: [parameterRef('x-gw-upstream-timeout')],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: schemaRef('OcrRequest'),
            examples: { picture: { value: request } },
          },
        },
      },
      responses: {
        '200': {
          description: 'Each page, in the order that was asked for.',
          headers: ANSWER_HEADERS,
          content: {
            'application/json': {
              schema: schemaRef('OcrAnswer'),
              examples: { picture: { value: answer } },
            },
          },
        },
        ...errorResponses('Ocr'),
        ...PROVIDER_REFUSAL,
      },
    },
  },
};
