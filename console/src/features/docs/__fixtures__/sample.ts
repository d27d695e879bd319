import type { OpenApiDocument } from '../openapi/document';

/** Hand-written; about a library that lends books, since the page must not know our own paths. */
export const sample: OpenApiDocument = {
  openapi: '3.1.0',
  info: {
    title: 'Lending library',
    version: '2.1',
    description: 'Books to `borrow`.\n\nAnd to bring back.',
  },
  servers: [{ url: '/api' }],
  tags: [
    { name: 'Books', description: 'What stands on the shelves.' },
    { name: 'Unused', description: 'Nothing is tagged with it.' },
  ],
  security: [{ key: [] }],
  paths: {
    '/books/{isbn}': {
      parameters: [{ $ref: '#/components/parameters/Isbn' } as const],
      get: {
        operationId: 'getBook',
        summary: 'Find a book',
        externalDocs: { url: 'https://books.test/isbn', description: 'What an ISBN is' },
        tags: ['Books'],
        parameters: [
          { name: 'isbn', in: 'path', required: true, description: 'Replaces the shared one.' },
          { name: 'fields', in: 'query', required: true, schema: { enum: ['all', 'few'] } },
          { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 9 } },
        ],
        responses: {
          '200': {
            description: 'The book',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } },
          },
          '404': { $ref: '#/components/responses/Missing' },
        },
      },
    },
    '/books': {
      post: {
        summary: "Add a reader's book",
        externalDocs: { url: 'javascript:alert(1)' },
        tags: ['Books'],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } },
        },
        responses: { '201': { description: 'Added' } },
      },
    },
    '/covers': {
      put: {
        operationId: 'putCover',
        deprecated: true,
        security: [],
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: { image: { type: 'string', format: 'binary' }, size: { const: 'L' } },
              },
            },
          },
        },
      },
    },
  },
  'x-errors': [
    {
      key: 'shelf_empty',
      status: 503,
      type: 'library_error',
      code: 'empty',
      message: 'No book is left.',
      retry: true,
      retry_after_seconds: 60,
    },
    {
      key: 'late',
      status: 402,
      type: 'fee',
      code: 'fee',
      message: 'A fee is due.',
      retry: false,
    },
  ],
  components: {
    securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      parameters: { Isbn: { name: 'isbn', in: 'path', required: true } },
      responses: { Missing: { description: 'No such book' } },
      schemas: {
        Book: {
          type: 'object',
          required: ['title', 'authors', 'kind'],
          additionalProperties: true,
          properties: {
            title: { type: 'string', examples: ["The Reader's Tale"], maxLength: 80 },
            authors: { type: 'array', items: { $ref: '#/components/schemas/Person' } },
            kind: { enum: ['novel', 'poem'], default: 'novel' },
            sequel: { $ref: '#/components/schemas/Book', description: 'The next volume.' },
            owner: { oneOf: [{ $ref: '#/components/schemas/Person' }, { type: 'null' }] },
          },
        },
        Person: {
          allOf: [
            { $ref: '#/components/schemas/Named' },
            { type: 'object', properties: { born: { type: 'string', format: 'date' } } },
          ],
        },
        Named: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' } },
        },
        Circle: { $ref: '#/components/schemas/Circle' },
      },
  },
};
