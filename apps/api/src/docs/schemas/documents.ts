import type { Schema } from '../document.js';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;

const time: Schema = { type: ['integer', 'null'] };
const mapped: Schema = {
  type: 'object',
  required: ['tag', 'type', 'value'],
  properties: { tag: text, type: text, value: text },
};
const entities: Schema = {
  type: 'array',
  items: { type: 'object', required: ['type', 'count'], properties: { type: text, count } },
};
const usage: Schema = {
  type: 'object',
  required: ['pages_processed', 'images_processed', 'doc_size_bytes'],
  properties: { pages_processed: count, images_processed: count, doc_size_bytes: count },
};
const jobResult: Schema = {
  type: 'object',
  required: [
    'url',
    'url_expires_at',
    'filename',
    'bytes',
    'sha256',
    'mime_type',
    'entities',
    'warnings',
  ],
  properties: {
    url: {
      type: 'string',
      description: 'Good for fifteen minutes, without a key; each look at the job tells a new one.',
    },
    url_expires_at: count,
    filename: text,
    bytes: count,
    sha256: { type: 'string', description: 'Of its bytes, in hex.' },
    mime_type: text,
    entities,
    warnings: { type: 'array', items: { type: 'string', enum: ['picture_removed'] } },
  },
};

export const documentSchemas: Readonly<Record<string, Schema>> = {
  AnonymizationRequest: {
    type: 'object',
    required: ['file'],
    properties: {
      file: {
        type: 'string',
        format: 'binary',
        description:
          'PDF, an image, DOCX, PPTX, XLSX, ODT, CSV, HTML, mail or text, at most 20 MiB, 20 pages and pictures (200 MiB and 1,000 in a job). Its bytes say which it is.',
      },
      options: {
        type: 'string',
        description:
          'JSON, no other member: `entities`, kinds of docs/kinds.md (those the organisation protects, if left out); `remove`, up to 200 terms of 2 to 200 characters; `include_mapping`; `output_format`: `same`, `pdf` (of PDFs and images) or `text`; `images`: `blur`, `redact_text` or `remove`; `languages` to recognise, up to four; `text_layer` of a PDF.',
      },
    },
  },
  Anonymization: {
    type: 'object',
    required: ['id', 'object', 'created_at', 'file', 'entities', 'pages', 'warnings', 'usage_info'],
    properties: {
      id: text,
      object: { type: 'string', enum: ['document.anonymization'] },
      created_at: { type: 'integer', description: 'Seconds since the epoch.' },
      file: {
        type: 'object',
        required: ['filename', 'mime_type', 'bytes', 'sha256', 'file_data'],
        properties: {
          filename: text,
          mime_type: text,
          bytes: count,
          sha256: { type: 'string', description: 'Of its bytes, in hex.' },
          file_data: {
            type: 'string',
            description: 'A `data:` URL, as chat takes it in a file part.',
          },
        },
      },
      entities,
      mapping: {
        type: 'array',
        description: 'Only where `include_mapping` asked for it. It is kept nowhere.',
        items: mapped,
      },
      pages: {
        type: 'array',
        items: {
          type: 'object',
          required: ['index', 'entities', 'images_blurred', 'source'],
          properties: {
            index: count,
            entities: count,
            images_blurred: count,
            source: { type: 'string', enum: ['text', 'ocr', 'text_layer+ocr'] },
          },
        },
      },
      warnings: {
        type: 'array',
        items: { type: 'string', enum: ['picture_removed'] },
      },
      usage_info: usage,
    },
  },
  AnonymizationJob: {
    type: 'object',
    required: [
      'id',
      'object',
      'status',
      'created_at',
      'started_at',
      'completed_at',
      'expires_at',
      'file',
      'progress',
      'result',
      'error',
      'usage_info',
    ],
    properties: {
      id: text,
      object: { type: 'string', enum: ['document.anonymization.job'] },
      status: {
        type: 'string',
        enum: [
          'queued',
          'in_progress',
          'cancelling',
          'completed',
          'failed',
          'cancelled',
          'expired',
        ],
      },
      created_at: { type: 'integer', description: 'Seconds since the epoch, as all its times.' },
      started_at: time,
      completed_at: { ...time, description: 'When it ended, however it did.' },
      expires_at: { ...time, description: 'When the result is deleted.' },
      file: {
        type: 'object',
        required: ['filename', 'bytes', 'mime_type'],
        properties: {
          filename: { type: ['string', 'null'], description: 'Null once the result is gone.' },
          bytes: count,
          mime_type: text,
        },
      },
      progress: {
        type: 'object',
        required: ['stage', 'pages_done', 'pages_total'],
        properties: {
          stage: {
            type: 'string',
            enum: ['queued', 'opening', 'detecting', 'writing', 'verifying', 'done'],
          },
          pages_done: { ...count, description: 'Of this stage.' },
          pages_total: count,
        },
      },
      result: { anyOf: [{ type: 'null' }, jobResult] },
      error: {
        anyOf: [
          { type: 'null' },
          {
            type: 'object',
            description: 'As the same document would have been refused in a call.',
            required: ['code', 'message'],
            properties: { code: text, message: text },
          },
        ],
      },
      usage_info: { anyOf: [{ type: 'null' }, usage] },
    },
  },
  AnonymizationJobList: {
    type: 'object',
    required: ['object', 'data', 'has_more', 'first_id', 'last_id'],
    properties: {
      object: { type: 'string', enum: ['list'] },
      data: { type: 'array', items: { $ref: '#/components/schemas/AnonymizationJob' } },
      has_more: { type: 'boolean' },
      first_id: { type: ['string', 'null'] },
      last_id: { type: ['string', 'null'] },
    },
  },
  AnonymizationMapping: {
    type: 'object',
    required: ['object', 'id', 'mapping'],
    properties: {
      object: { type: 'string', enum: ['document.anonymization.mapping'] },
      id: text,
      mapping: { type: 'array', items: mapped },
    },
  },
};
