import type { CheckState, Liveness, Readiness } from '#contract';
import { schemaRef, type Paths, type Response } from '../document.js';
import { errorResponses } from '../error-responses.js';
import { ID_HEADERS } from '../headers.js';

const OPEN = { security: [] } as const;

const alive: Liveness = { status: 'ok' };
const readiness = (status: Readiness['status'], postgres: CheckState): Readiness => ({
  status,
  checks: { accepting: 'ok', postgres, ledger: 'ok', audit_log: 'ok', disk: 'ok' },
  rows_set_aside: 0,
  degraded: [],
  version: '0.1.0',
});

const readinessResponse = (description: string, value: unknown): Response => ({
  description,
  headers: ID_HEADERS,
  content: {
    'application/json': { schema: schemaRef('Readiness'), examples: { readiness: { value } } },
  },
});

export const operationPaths: Paths = {
  '/api/hello': {
    head: {
      operationId: 'hello',
      summary: 'Warm a connection up',
      description: 'For clients that open their connection before they need it. `HEAD` only.',
      tags: ['Operations'],
      ...OPEN,
      responses: { '200': { description: 'An empty answer.', headers: ID_HEADERS } },
    },
  },
  '/healthz': {
    get: {
      operationId: 'health',
      summary: 'Is the process alive?',
      description: 'Asks nothing of the database. For restarting a process that hangs.',
      tags: ['Operations'],
      ...OPEN,
      responses: {
        '200': {
          description: 'It is.',
          headers: ID_HEADERS,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['status'],
                properties: { status: { const: 'ok' } },
              },
              examples: { alive: { value: alive } },
            },
          },
        },
      },
    },
  },
  '/readyz': {
    get: {
      operationId: 'readiness',
      summary: 'Can it take calls?',
      description: 'For load balancers. It falls at once when the process was asked to stop.',
      tags: ['Operations'],
      ...OPEN,
      responses: {
        '200': readinessResponse('It can.', readiness('ready', 'ok')),
        '503': readinessResponse('It cannot; the checks say why.', readiness('unready', 'failed')),
      },
    },
  },
  '/metrics': {
    get: {
      operationId: 'metrics',
      summary: 'Metrics for Prometheus',
      description:
        'With `GW_METRICS_TOKEN` set: for whoever sends it. Without: for the machine itself only. Everybody else gets 404.',
      tags: ['Operations'],
      security: [{}, { metricsToken: [] }],
      responses: {
        '200': {
          description: 'The text format of Prometheus.',
          headers: ID_HEADERS,
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
        ...errorResponses('Metrics'),
      },
    },
  },
};
