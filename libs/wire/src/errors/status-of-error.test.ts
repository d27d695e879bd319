import { expect, it } from 'vitest';
import { parseJson } from '#kernel';
import { statusOfError } from './status-of-error.js';

it.each([
  [429, { error: { message: 'slow', type: 'requests', code: 'rate_limit_exceeded' } }],
  [429, { error: { message: 'paid?', type: 'insufficient_quota', code: null } }],
  [429, { error: { message: 'slow', code: 429, metadata: { raw: 'x' } } }],
  [429, [{ error: { code: 429, message: 'slow', status: 'RESOURCE_EXHAUSTED' } }]],
  [529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }],
  [503, { error: { message: 'later', status: 'UNAVAILABLE' } }],
  [400, { error: { message: 'long', type: 'invalid_request_error', code: 'context_length' } }],
  [404, { error: { message: 'what', type: 'not_found_error' } }],
  [401, { error: { message: 'who', code: 'invalid_api_key' } }],
  [500, { object: 'error', message: 'oh', code: 500 }],
  [502, { error: { message: 'oh', type: 'server_error' } }],
  [502, { error: 'oh' }],
  [502, { error: { message: 'oh', code: 200 } }],
  [400, { detail: 'no', status: 400 }],
])('is %i of %j', (status, body) => {
  expect(statusOfError(parseJson(JSON.stringify(body)).root)).toBe(status);
});

it.each([
  ['throttlingException', 429],
  ['validationException', 400],
  ['serviceUnavailableException', 503],
  ['modelTimeoutException', 504],
  ['internalServerException', 502],
])('knows %s by the name of its event', (name, status) => {
  expect(statusOfError(parseJson('{"message":"No."}').root, name)).toBe(status);
});
