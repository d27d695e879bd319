import type { Entered, ReceivedCall } from '#call';
import { GatewayError } from '#kernel';

/**
 * An error as its caller reads it: a provider may quote the request, in which pseudonyms stood for
 * values. The error itself, without them, is what goes on record.
 */
export function readableError(
  error: GatewayError,
  entered: readonly Entered<ReceivedCall>[],
): GatewayError {
  const restore = (line: string): string =>
    entered.reduceRight((restored, step) => step.restore?.(restored) ?? restored, line);
  const { details } = error;
  const message = restore(error.message);
  const param = details.param === undefined ? undefined : restore(details.param);
  if (message === error.message && param === details.param) return error;
  return new GatewayError(error.key, {
    ...details,
    message,
    ...(param !== undefined && { param }),
  });
}
