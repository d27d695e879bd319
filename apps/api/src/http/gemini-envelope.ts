import type { GatewayError } from '#kernel';
import { writeGeminiError, writeStreamError } from '#wire';
import type { Envelope } from './surface.js';

/** `{error: {code, message, status, details}}`; `gw` and `param` only add to the error. */
function renderGeminiError({ spec, message, details }: GatewayError): string {
  const { param, gw } = details;
  return writeGeminiError(spec.status, message, { ...(param && { param }), ...(gw && { gw }) });
}

export const geminiEnvelope: Envelope = {
  renderError: renderGeminiError,
  renderStreamError: (error) => writeStreamError(renderGeminiError(error)),
};
