import type { GatewayError } from '#kernel';
import { writeStreamError } from '#wire';
import type { Envelope } from './surface.js';

/** `{error: {message, type, param, code}}`, all four always there; `gw` and `innererror` only add to it. */
export function renderChatError(error: GatewayError): string {
  const { type, code } = error.spec;
  const { param, gw, innererror } = error.details;
  const more = { ...(innererror && { innererror }), ...(gw && { gw }) };
  return JSON.stringify({
    error: { message: error.message, type, param: param ?? null, code, ...more },
  });
}

export const chatEnvelope: Envelope = {
  renderError: renderChatError,
  renderStreamError: (error) => writeStreamError(renderChatError(error)),
};
