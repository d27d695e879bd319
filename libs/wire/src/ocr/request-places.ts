import {
  byType,
  DROPPED,
  known,
  KNOWN,
  MODEL,
  object,
  openedAs,
  REFERENCE,
  word,
  type Place,
} from '../texts/place.js';

/** An address, or an object with one. */
const IMAGE: Place = {
  ...openedAs('document'),
  ...object({ url: openedAs('document'), detail: word('auto low high') }),
};

const asked = (document: Place): Place =>
  object({
    gw: DROPPED,
    model: MODEL,
    document,
    table_format: word('markdown html'),
    confidence_scores_granularity: word('page word block'),
    bbox_annotation_format: KNOWN,
    document_annotation_format: KNOWN,
    ...known(
      'id pages include_image_base64 image_limit image_min_size extract_header extract_footer include_blocks document_annotation_prompt',
    ),
  });

/** Of `/v1/ocr`, whose document goes to a provider. */
export const OCR_REQUEST = asked(
  byType({
    document_url: { document_url: openedAs('document'), document_name: KNOWN },
    image_url: { image_url: IMAGE },
    file: { file_id: REFERENCE },
  }),
);

/** Of one that is read on this machine: nobody else gets to see the document. */
export const LOCAL_OCR_REQUEST = asked(DROPPED);
