import { writeStreamError } from '#wire';
import { renderChatError } from './chat-envelope.js';
import type { Envelope } from './surface.js';

/**
 * `{error: {message, type, param, code}}`, as in the chat format. A stream that broke is ended by the writer
 * of its events, which are numbered.
 */
export const responsesEnvelope: Envelope = {
  renderError: renderChatError,
  renderStreamError: (error) => writeStreamError(renderChatError(error), 'error'),
};
