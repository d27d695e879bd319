import type { Answer } from '../http/answer.js';
import { ProviderError } from '../provider-error.js';
import type { Fault } from './fault.js';

const CODES: Readonly<Record<number, readonly [type: string, code: string | null]>> = {
  401: ['invalid_request_error', 'invalid_api_key'],
  403: ['permission_error', 'permission_denied'],
  404: ['invalid_request_error', 'model_not_found'],
  429: ['rate_limit_error', 'rate_limit_exceeded'],
};

const WAITING = new Set([429, 503]); // Statuses that a provider sends with retry-after.

/** The error answer that the fault's `status` asks for. */
export function faultyError(fault: Fault, status: number): Answer {
  const headers = retryAfter(fault, status);
  if (fault.body === 'empty') return { status, headers, contentType: 'text/plain', body: '' };
  if (fault.body === 'html') {
    const body = `<html><body><h1>${status}</h1></body></html>`;
    return { status, headers, contentType: 'text/html', body };
  }
  throw new ProviderError(status, errorBody(fault, status), headers);
}

/** What a provider sends inside a 200 when it fails halfway. */
export const errorJson = (fault: Fault): string => JSON.stringify({ error: errorBody(fault, 500) });

function errorBody(fault: Fault, status: number) {
  const server = status >= 500;
  const [type, code] = CODES[status] ?? [server ? 'server_error' : 'invalid_request_error', null];
  const message = `Scripted sandbox fault (${status}).`;
  return { message, type, param: null, code: fault.code ?? code };
}

function retryAfter(fault: Fault, status: number): Record<string, string> {
  const seconds = fault['retry-after'] ?? (WAITING.has(status) ? 1 : undefined);
  return seconds === undefined ? {} : { 'retry-after': String(seconds) };
}
