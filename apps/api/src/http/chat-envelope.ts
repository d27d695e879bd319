import type { GatewayError } from '#kernel';
import { writeStreamError } from '#wire';
import type { Envelope } from './surface.js';

/** `{error: {message, type, param, code}}`, all four always there; `gw` only adds to it. */
export function renderChatError(error: GatewayError): string {
  const { type, code } = error.spec;
  const { param, gw } = error.details;
  return JSON.stringify({
    error: { message: error.message, type, param: param ?? null, code, ...(gw && { gw }) },
  });
}

export const chatEnvelope: Envelope = {
  renderError: renderChatError,
  renderStreamError: (error) => writeStreamError(renderChatError(error)),
};
