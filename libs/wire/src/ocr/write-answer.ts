/** A page as Mistral's format tells it; what was not asked for is left out. */
export interface OcrAnswerPage {
  readonly index: number;
  readonly markdown: string;
  readonly images: readonly {
    readonly id: string;
    readonly top_left_x: number;
    readonly top_left_y: number;
    readonly bottom_right_x: number;
    readonly bottom_right_y: number;
    readonly image_base64: string | null;
  }[];
  /** Null for a page that was not drawn. */
  readonly dimensions: {
    readonly dpi: number;
    readonly height: number;
    readonly width: number;
  } | null;
  readonly tables?: readonly {
    readonly id: string;
    readonly content: string;
    readonly format: 'markdown' | 'html';
  }[];
  readonly header?: string | null;
  readonly footer?: string | null;
  readonly confidence_scores?: {
    readonly average_page_confidence_score: number;
    readonly minimum_page_confidence_score: number;
    readonly word_confidence_scores?: readonly {
      readonly text: string;
      readonly confidence: number;
      readonly start_index: number;
    }[];
  };
  readonly blocks?: readonly {
    readonly type: string;
    readonly content: string;
    readonly top_left_x: number;
    readonly top_left_y: number;
    readonly bottom_right_x: number;
    readonly bottom_right_y: number;
  }[];
  /** How it came about. */
  readonly gw: {
    /** Of a slide, a sheet or what is attached to a mail. */
    readonly name?: string;
    readonly source: string;
    readonly languages: readonly string[];
    readonly warnings: readonly string[];
  };
}

/** @param bytes of the document */
export const writeOcrAnswer = (
  model: string,
  pages: readonly OcrAnswerPage[],
  bytes: number,
): string =>
  JSON.stringify({
    pages,
    model,
    document_annotation: null,
    usage_info: { pages_processed: pages.length, doc_size_bytes: bytes },
  });
