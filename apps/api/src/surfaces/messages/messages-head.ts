import type { IncomingMessage } from 'node:http';
import { refuse } from '#kernel';
import { bearerOf } from '../../http/bearer.js';

const VERSION = /^\d{4}-\d{2}-\d{2}$/;
/** The product's own spelling first; SDKs of the format send the vendor's. */
const VERSION_HEADERS = ['alt-version', 'anthropic-version'] as const;
const BETA_HEADERS = ['alt-beta', 'anthropic-beta'] as const;

/** Newer clients send the key as a bearer, older ones in a header of its own. */
export function messagesKeyOf(request: IncomingMessage): string | undefined {
  const key = request.headers['x-api-key'];
  return bearerOf(request) ?? (typeof key === 'string' && key !== '' ? key : undefined);
}

/** Whether the client speaks this format where the path does not tell. */
export const sendsVersion = (incoming: IncomingMessage): boolean =>
  headerOf(incoming, VERSION_HEADERS) !== undefined;

/** It is read and never required. @throws header_invalid */
export function checkVersion(incoming: IncomingMessage): void {
  const version = headerOf(incoming, VERSION_HEADERS);
  if (version === undefined || VERSION.test(version)) return;
  throw refuse('header_invalid', {
    param: 'alt-version',
    message: 'The version is a date, as in 2023-06-01. Leave the header out if in doubt.',
  });
}

/** Beta flags byte for byte, and the version; for providers of this format alone. */
export function messagesHeadersOf(incoming: IncomingMessage): Record<string, string> {
  const version = headerOf(incoming, VERSION_HEADERS);
  const beta = headerOf(incoming, BETA_HEADERS);
  return {
    ...(version !== undefined && { 'anthropic-version': version }),
    ...(beta !== undefined && { 'anthropic-beta': beta }),
  };
}

const headerOf = ({ headers }: IncomingMessage, names: readonly string[]): string | undefined =>
  names.map((name) => headers[name]).find((value) => typeof value === 'string');
