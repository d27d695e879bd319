import {
  parameterRef,
  schemaRef,
  type Operation,
  type Parameter,
  type Paths,
} from '../document.js';
import { errorResponses } from '../error-responses.js';
import { ANSWER_HEADERS, ID_HEADERS, JOB_HEADERS } from '../headers.js';

const id = 'anonjob_0199f0c01a2b7c3d8e4f5a6b7c8d9e0f';
const JOBS = '/v1/documents/anonymize/jobs';
const queued = {
  id,
  object: 'document.anonymization.job',
  status: 'queued',
  created_at: 1_767_348_000,
  started_at: null,
  completed_at: null,
  expires_at: null,
  file: { filename: 'contract.pdf', bytes: 9_000_000, mime_type: 'application/pdf' },
  progress: { stage: 'queued', pages_done: 0, pages_total: 312 },
  result: null,
  error: null,
  usage_info: null,
};
const completed = {
  ...queued,
  status: 'completed',
  started_at: 1_767_348_002,
  completed_at: 1_767_348_902,
  expires_at: 1_767_435_302,
  progress: { stage: 'done', pages_done: 312, pages_total: 312 },
  result: {
    url: `${JOBS}/${id}/result?exp=1767349802&kid=0f3c9a51&sig=6kTmJr3k8rYx0zJH8bq2b3m5o6p7q8r9s0t1u2v3w4x`,
    url_expires_at: 1_767_349_802,
    filename: 'contract.anonymized.pdf',
    bytes: 14_000_000,
    sha256: 'ad2b2c8d0b3f27c2f4d0f0a0c8f3a6a5f9c6f0c6c1b0a9d8e7f6a5b4c3d2e1f0',
    mime_type: 'application/pdf',
    entities: [{ type: 'person_name', count: 41 }],
    warnings: [],
  },
  usage_info: { pages_processed: 312, images_processed: 0, doc_size_bytes: 9_000_000 },
};

const idParameter: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Of the job.',
  schema: { type: 'string' },
  example: id,
};
/** A first run has no job yet. */
const NEEDS = { 'x-needs': 'A job: make one first.' } as const;

const aJob = (value: object) => ({
  description: 'The job.',
  headers: ID_HEADERS,
  content: {
    'application/json': { schema: schemaRef('AnonymizationJob'), examples: { job: { value } } },
  },
});

const query = (name: string, description: string): Parameter => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string' },
});

const result: Operation = {
  operationId: 'getAnonymizationResult',
  summary: 'The result of a job, without a key',
  ...NEEDS,
  description:
    'By the address that the job tells, for fifteen minutes. It is signed: for this job, this content and this time.',
  tags: ['Documents'],
  security: [],
  parameters: [
    query('exp', 'Seconds since the epoch that the address is good until.'),
    query('kid', 'Which key signed it.'),
    query('sig', 'The signature.'),
  ],
  responses: {
    '200': {
      description: 'The file, to be saved: it is never shown by a browser, nor kept by anybody.',
      headers: ID_HEADERS,
      content: {
        'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
      },
    },
    ...errorResponses('JobResult'),
  },
};

export const documentJobPaths: Paths = {
  [JOBS]: {
    post: {
      operationId: 'createAnonymizationJob',
      summary: 'Have a large document anonymized in the background',
      description:
        'Takes the same form as `/v1/documents/anonymize`, up to 200 MiB and 1,000 pages and pictures, and answers before the document is worked on. The price of all pages is held; charged is what was done once the job has ended, and nothing where it failed.',
      tags: ['Documents'],
      parameters: [
        parameterRef('x-gw-upstream-timeout'),
        {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'Up to 255 characters. The same key within a day is the same job; with another document or other options it is refused.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
      ],
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: schemaRef('AnonymizationRequest'),
            examples: {
              letter: {
                value: { file: 'Dear Ms Eleanor Whitcombe,', options: '{"include_mapping":true}' },
              },
            },
          },
        },
      },
      responses: {
        '202': {
          description: 'The job, which waits.',
          headers: { ...ANSWER_HEADERS, ...JOB_HEADERS },
          content: {
            'application/json': {
              schema: schemaRef('AnonymizationJob'),
              examples: { job: { value: queued } },
            },
          },
        },
        ...errorResponses('NewJob'),
      },
    },
    get: {
      operationId: 'listAnonymizationJobs',
      summary: 'List the jobs of the workload',
      description: 'Newest first, without those that were deleted.',
      tags: ['Documents'],
      parameters: [
        {
          name: 'limit',
          in: 'query',
          description: 'How many.',
          schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        },
        query('after', '`last_id` of the page before.'),
      ],
      responses: {
        '200': {
          description: 'A page of them.',
          headers: ID_HEADERS,
          content: {
            'application/json': {
              schema: schemaRef('AnonymizationJobList'),
              examples: {
                list: {
                  value: {
                    object: 'list',
                    data: [completed],
                    has_more: false,
                    first_id: id,
                    last_id: id,
                  },
                },
              },
            },
          },
        },
        ...errorResponses('JobList'),
      },
    },
  },
  [`${JOBS}/{id}`]: {
    parameters: [idParameter],
    get: {
      operationId: 'getAnonymizationJob',
      summary: 'How far a job is, and where its result is',
      ...NEEDS,
      tags: ['Documents'],
      responses: { '200': aJob(completed), ...errorResponses('Job') },
    },
    delete: {
      operationId: 'deleteAnonymizationJob',
      summary: 'Delete a job with everything of it',
      description:
        'Its key is destroyed, and its document, result and mapping with it. One that is at work is cancelled.',
      ...NEEDS,
      tags: ['Documents'],
      responses: {
        '204': { description: 'It is gone.', headers: ID_HEADERS },
        ...errorResponses('Job'),
      },
    },
  },
  [`${JOBS}/{id}/cancel`]: {
    parameters: [idParameter],
    post: {
      operationId: 'cancelAnonymizationJob',
      summary: 'Cancel a job',
      description: 'Work stops within two seconds. Charged are the pages that were read by then.',
      ...NEEDS,
      tags: ['Documents'],
      responses: {
        '200': aJob({ ...queued, status: 'cancelling' }),
        ...errorResponses('JobCancel'),
      },
    },
  },
  [`${JOBS}/{id}/mapping`]: {
    parameters: [idParameter],
    get: {
      operationId: 'getAnonymizationMapping',
      summary: 'Which tag stands for what',
      description:
        'Of a job that was made with `include_mapping`. For its workload alone: no address leads to it. Of a job that failed it tells why.',
      ...NEEDS,
      tags: ['Documents'],
      responses: {
        '200': {
          description: 'The mapping.',
          headers: ID_HEADERS,
          content: {
            'application/json': {
              schema: schemaRef('AnonymizationMapping'),
              examples: {
                mapping: {
                  value: {
                    object: 'document.anonymization.mapping',
                    id,
                    mapping: [
                      { tag: '«PERSON_NAME_1»', type: 'person_name', value: 'Eleanor Whitcombe' },
                    ],
                  },
                },
              },
            },
          },
        },
        ...errorResponses('JobMapping'),
      },
    },
  },
  [`${JOBS}/{id}/result`]: { parameters: [idParameter], get: result },
};
