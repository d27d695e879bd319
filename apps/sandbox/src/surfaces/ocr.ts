import { json, type Answer, type SandboxRequest } from '../http/answer.js';
import { findModel } from '../models.js';
import {
  any,
  arrayOf,
  boolean,
  filled,
  integer,
  missing,
  object,
  oneOf,
  record,
  string,
} from '../validation/check.js';

interface OcrRequest {
  readonly model: string;
  readonly document: {
    readonly type?: string;
    readonly document_url?: string;
    readonly document_name?: string;
    readonly image_url?: string | { readonly url: string };
  };
  readonly pages?: readonly number[] | null;
}

const ocrRequest = object(
  {
    model: filled,
    document: object(
      {},
      { type: string, document_url: string, document_name: string, image_url: any },
    ),
  },
  {
    id: string,
    pages: arrayOf(integer(0)),
    include_image_base64: boolean,
    image_limit: integer(0),
    image_min_size: integer(0),
    table_format: oneOf('markdown', 'html'),
    extract_header: boolean,
    extract_footer: boolean,
    include_blocks: boolean,
    confidence_scores_granularity: oneOf('word', 'page', 'block'),
    bbox_annotation_format: record,
    document_annotation_format: record,
    document_annotation_prompt: string,
  },
);

const PAGES_MAX = 1_000;

/** POST /v1/ocr, in Mistral's format: a page for each that a PDF says it has, and what came in as its text. */
export function readPages({ body, fault }: SandboxRequest): Answer {
  ocrRequest(body, '');
  const { model, document, pages } = body as OcrRequest;
  findModel(model, 'ocr', fault);
  const { image_url: image } = document;
  const url = document.document_url ?? (typeof image === 'string' ? image : image?.url);
  if (!url) throw missing('document.document_url');
  const bytes = bytesOf(url);
  const marks = bytes.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 1;
  const count = Math.min(PAGES_MAX, marks);
  const wanted = pages ? new Set(pages) : null;
  const read = Array.from({ length: count }, (_, index) => index).filter(
    (index) => wanted?.has(index) ?? true,
  );
  const name = document.document_name ?? 'a document';
  const usage = { pages_processed: read.length, doc_size_bytes: bytes.length };
  return json({
    pages: read.map((index) => ({
      index,
      markdown: `# Page ${index + 1} of ${name}\n\nIt has ${bytes.length} bytes, and no model has read it.`,
      images: [],
      dimensions: { dpi: 200, height: 2_339, width: 1_654 },
    })),
    model,
    document_annotation: null,
    ...(!fault['no-usage'] && { usage_info: usage }),
  });
}

/** Of an address that is fetched by nobody here: its own letters. */
const bytesOf = (url: string): Buffer => {
  const [, base64] = /^data:[^,]*;base64,([^]*)$/i.exec(url) ?? [];
  return base64 === undefined ? Buffer.from(url) : Buffer.from(base64, 'base64');
};
