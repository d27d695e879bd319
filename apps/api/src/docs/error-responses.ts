import { catalogue, type ErrorKey, type ErrorSpec } from '#kernel';
import { chatEnvelope } from '../http/chat-envelope.js';
import { errorHeaders } from '../http/error-headers.js';
import { geminiEnvelope } from '../http/gemini-envelope.js';
import { mcpEnvelope } from '../surfaces/mcp/mcp-envelope.js';
import { messagesEnvelope } from '../http/messages-envelope.js';
import type { Envelope } from '../http/surface.js';
import { responseRef, schemaRef, type Example, type Response, type Responses } from './document.js';
import { errorBody, exampleOf } from './error-example.js';
import { ERROR_GROUPS, type ErrorGroup } from './error-groups.js';
import {
  ID_HEADERS,
  METHOD_HEADERS,
  NO_RETRY_HEADERS,
  RATE_HEADERS,
  RETRY_HEADERS,
} from './headers.js';

const NAMES: Readonly<Record<number, string>> = {
  400: 'The request cannot be used as it is.',
  401: 'There is no API key, or none that is known.',
  402: 'Money: a budget, the cap, the free allowance or the credit is used up, or the plan has ended. Nothing was sent.',
  403: 'The key may not do this. Nothing was sent.',
  404: 'There is no such model or path.',
  405: 'The method is not served.',
  408: 'The request came in too slowly.',
  409: 'What is asked does not fit what is there.',
  410: 'It was there, and is not any more.',
  413: 'The body, or a part of it, is too large.',
  422: 'The request cannot be answered as it is, or data protection refused it. Nothing was sent.',
  429: 'A rate limit of the workload is reached. Nothing was sent.',
  431: 'The headers are too large.',
  500: 'The gateway failed.',
  502: 'The provider failed, after retries.',
  503: 'Something that the call needs is not there right now.',
  504: 'The provider was silent for longer than the time limit. Not retried: it may still be at work.',
};

/** Of groups whose errors have another shape. */
const FORMATS: {
  readonly [Group in ErrorGroup]?: { readonly schema: string; readonly envelope: Envelope };
} = {
  Tools: {
    schema: 'McpError',
    envelope: mcpEnvelope({ id: '1', isModern: false, kind: 'question' }),
  },
  Messages: { schema: 'MessagesError', envelope: messagesEnvelope },
  Gemini: { schema: 'GeminiError', envelope: geminiEnvelope },
  GeminiModels: { schema: 'GeminiError', envelope: geminiEnvelope },
};

/** References to the errors of a group, by status. */
export const errorResponses = (group: ErrorGroup): Responses =>
  Object.fromEntries(
    statusesOf(group).map((status) => [status, responseRef(nameOf(group, status))]),
  );

/** What those references lead to: each key an example, rendered as callers get it. */
export const errorComponents: Readonly<Record<string, Response>> = Object.fromEntries(
  (Object.keys(ERROR_GROUPS) as ErrorGroup[]).flatMap((group) =>
    statusesOf(group).map((status) => [nameOf(group, status), responseOf(group, status)]),
  ),
);

/** The provider refused a request that the gateway had let through. */
export const PROVIDER_REFUSAL: Responses = { '4XX': responseRef('ProviderRefusal') };

function statusesOf(group: ErrorGroup): readonly number[] {
  const statuses = new Set(ERROR_GROUPS[group].map((key): number => catalogue[key].status));
  return [...statuses].toSorted((a, b) => a - b);
}

function nameOf(group: ErrorGroup, status: number): string {
  return `${group}Error${status}`;
}

function responseOf(group: ErrorGroup, status: number): Response {
  const keys = ERROR_GROUPS[group].filter((key) => catalogue[key].status === status);
  const sent = keys.map((key) => errorHeaders(exampleOf(key)));
  return {
    description: NAMES[status] ?? '',
    headers: {
      ...ID_HEADERS,
      ...(sent.some((headers) => headers['retry-after']) && RETRY_HEADERS),
      ...(sent.some((headers) => headers['x-ratelimit-limit-requests']) && RATE_HEADERS),
      ...(sent.some((headers) => headers['x-should-retry']) && NO_RETRY_HEADERS),
      ...(sent.some((headers) => headers['allow']) && METHOD_HEADERS),
    },
    content: {
      'application/json': {
        schema: schemaRef(FORMATS[group]?.schema ?? 'Error'),
        examples: Object.fromEntries(keys.map((key) => [key, exampleFor(key, group)])),
      },
    },
  };
}

function exampleFor(key: ErrorKey, group: ErrorGroup): Example {
  const { message }: ErrorSpec = catalogue[key];
  const envelope = FORMATS[group]?.envelope ?? chatEnvelope;
  return { summary: message, value: errorBody(key, envelope) };
}
