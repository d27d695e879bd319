import type { GatewayError } from '#kernel';
import { errorTypeOf, writeMessagesError, writeStreamError } from '#wire';
import type { Envelope } from './surface.js';

/** `{type: 'error', error: {type, message}, request_id}`; `gw` and `param` only add to the error. */
function renderMessagesError({ spec, message, details }: GatewayError, requestId: string): string {
  const { param, gw } = details;
  const more = { ...(param && { param }), ...(gw && { gw }) };
  return writeMessagesError(errorTypeOf(spec.status), message, requestId, more);
}

export const messagesEnvelope: Envelope = {
  renderError: renderMessagesError,
  renderStreamError: (error, requestId) =>
    writeStreamError(renderMessagesError(error, requestId), 'error'),
};
