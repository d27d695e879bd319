import type { ErrorKey } from './catalogue.js';
import type { GatewayError } from './gateway-error.js';

/** Errors whose caller hears only that it went wrong: why, an operator finds in the log or nowhere. */
const UNEXPLAINED: ReadonlySet<ErrorKey> = new Set<ErrorKey>([
  'internal',
  'upload_storage_unavailable',
  'document_storage_unavailable',
]);

/**
 * What stands behind an error and is told in the log alone: a fault of ours, or what a disk, a bucket or the database said.
 * @returns undefined where the error tells its own reason, or where something else watches what is away
 */
export function faultBehind(error: GatewayError): Error | undefined {
  if (!UNEXPLAINED.has(error.key)) return undefined;
  return error.cause instanceof Error ? error.cause : error;
}
