import type { IncomingMessage } from 'node:http';
import { refuse } from '#kernel';
import { headerOf, VERSION_HEADERS } from '../../http/spoken-format.js';

const VERSION = /^\d{4}-\d{2}-\d{2}$/;
const BETA_HEADERS = ['alt-beta', 'anthropic-beta'] as const;

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
