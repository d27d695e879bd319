import { parameterRef, schemaRef, type Paths } from '../document.js';
import { errorResponses } from '../error-responses.js';
import { ANSWER_HEADERS } from '../headers.js';

const answer = {
  id: 'anon_0199f0c0-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  object: 'document.anonymization',
  created_at: 1_767_348_000,
  file: {
    filename: 'letter.anonymized.txt',
    mime_type: 'text/plain',
    bytes: 24,
    sha256: 'ad2b2c8d0b3f27c2f4d0f0a0c8f3a6a5f9c6f0c6c1b0a9d8e7f6a5b4c3d2e1f0',
    file_data: 'data:text/plain;base64,RGVhciDCq1BFUlNPTl9OQU1FXzHCuyw=',
  },
  entities: [{ type: 'person_name', count: 1 }],
  mapping: [{ tag: '«PERSON_NAME_1»', type: 'person_name', value: 'Eleanor Whitcombe' }],
  pages: [{ index: 0, entities: 1, images_blurred: 0, source: 'text' }],
  warnings: [],
  usage_info: { pages_processed: 1, images_processed: 0, doc_size_bytes: 23 },
};

export const documentPaths: Paths = {
  '/v1/documents/anonymize': {
    post: {
      operationId: 'anonymizeDocument',
      summary: 'A document without the personal data in it',
      description:
        'What is found is replaced by tags (`«PERSON_NAME_1»`), the same one for the same value; office files, tables and texts keep their form, pages of PDFs and images are drawn anew. The result is read once more before it is given, and is not given where anything is found in it. All of it happens on this machine. `Accept: application/octet-stream` answers the file alone. Billed by page and picture, as the model `gw/anonymize`. See docs/documents.md.',
      tags: ['Documents'],
      parameters: [parameterRef('x-gw-upstream-timeout')],
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: schemaRef('AnonymizationRequest'),
            examples: {
              letter: {
                value: {
                  file: 'Dear Ms Eleanor Whitcombe,',
                  options: '{"entities":["person_name"],"include_mapping":true}',
                },
              },
            },
          },
        },
      },
      responses: {
        '200': {
          description: 'The document, and what was found.',
          headers: ANSWER_HEADERS,
          content: {
            'application/json': {
              schema: schemaRef('Anonymization'),
              examples: { letter: { value: answer } },
            },
            'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
          },
        },
        ...errorResponses('Documents'),
      },
    },
  },
};
