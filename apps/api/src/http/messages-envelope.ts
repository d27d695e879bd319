import type { GatewayError } from '#kernel';
import { errorTypeOf, writeMessagesError, writeStreamError } from '#wire';
import type { Envelope } from './surface.js';

/** `{type: 'error', error: {type, message}, request_id}`; `param`, `details` and `gw` only add to the error. */
function renderMessagesError({ spec, message, details }: GatewayError, requestId: string): string {
  const { param, told, gw } = details;
  const more = { ...(param && { param }), ...(told && { details: told }), ...(gw && { gw }) };
  return writeMessagesError(errorTypeOf(spec.status), message, requestId, more);
}

export const messagesEnvelope: Envelope = {
  renderError: renderMessagesError,
  renderStreamError: (error, requestId) =>
    writeStreamError(renderMessagesError(error, requestId), 'error'),
};
