import type { Schema } from '../document.js';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const count = { type: 'integer', minimum: 0 } as const;

const corners = {
  top_left_x: count,
  top_left_y: count,
  bottom_right_x: count,
  bottom_right_y: count,
} as const;

export const ocrSchemas: Readonly<Record<string, Schema>> = {
  OcrRequest: {
    type: 'object',
    required: ['model', 'document'],
    properties: {
      model: text,
      document: {
        type: 'object',
        properties: {
          type: { type: 'string', enum: ['document_url', 'image_url'] },
          document_url: {
            type: 'string',
            description: 'A `data:` URL; models of providers take other addresses, too.',
          },
          document_name: text,
          image_url: {
            description: 'An address, or an object with one as `url`.',
            type: ['string', 'object'],
          },
        },
      },
      pages: {
        type: ['array', 'string', 'integer'],
        description: 'From 0: numbers, and ranges such as `0-3`. All, if left out.',
      },
      table_format: { type: 'string', enum: ['markdown', 'html'] },
      include_image_base64: flag,
      image_limit: count,
      image_min_size: { ...count, description: 'Width and height, in pixels.' },
      extract_header: flag,
      extract_footer: flag,
      include_blocks: flag,
      confidence_scores_granularity: { type: 'string', enum: ['page', 'word'] },
      gw: {
        type: 'object',
        properties: {
          ocr_languages: {
            type: 'array',
            items: text,
            description: 'Of eng, deu, fra, pol, spa, ita, nld, ces; of `gw/ocr` alone.',
          },
        },
      },
    },
  },
  OcrAnswer: {
    type: 'object',
    required: ['pages', 'model', 'usage_info'],
    properties: {
      pages: {
        type: 'array',
        items: {
          type: 'object',
          required: ['index', 'markdown', 'images', 'dimensions'],
          properties: {
            index: count,
            markdown: text,
            images: {
              type: 'array',
              items: {
                type: 'object',
                required: ['id', ...Object.keys(corners)],
                properties: { id: text, ...corners, image_base64: { type: ['string', 'null'] } },
              },
            },
            dimensions: {
              description: 'Null for a page of a document that is not drawn.',
              type: ['object', 'null'],
              required: ['dpi', 'height', 'width'],
              properties: { dpi: count, height: count, width: count },
            },
            gw: {
              type: 'object',
              description: 'Of `gw/ocr`: where the text is from, and what is amiss.',
              required: ['source', 'languages', 'warnings'],
              properties: {
                name: {
                  type: 'string',
                  description: 'Of a slide, a sheet, or what is attached to a mail.',
                },
                source: text,
                languages: { type: 'array', items: text },
                warnings: { type: 'array', items: text },
              },
            },
          },
        },
      },
      model: text,
      document_annotation: { type: ['string', 'null'] },
      usage_info: {
        type: 'object',
        required: ['pages_processed'],
        properties: { pages_processed: count, doc_size_bytes: count },
      },
    },
  },
};
