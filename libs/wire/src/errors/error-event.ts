import { catalogue } from '#kernel';
import type { ErrorEvent } from '../reply.js';
import { boundedWord, cleanMessage } from './clean-message.js';
import type { ErrorBody } from './read-error-body.js';

/** The event for an error that a provider sent inside of an answer. */
export function errorEvent(body: ErrorBody): ErrorEvent {
  const message = cleanMessage(body.message ?? '') || catalogue.upstream_failed.message;
  const param = boundedWord(body.param);
  return { type: 'error', message, code: codeOf(body), ...(param !== null && { param }) };
}

export const CUT: ErrorEvent = {
  type: 'error',
  message: catalogue.upstream_cut.message,
  code: catalogue.upstream_cut.code,
};

export const MALFORMED: ErrorEvent = {
  type: 'error',
  message: 'The provider sent a part of its answer that is not valid JSON.',
  code: catalogue.upstream_failed.code,
};

/** A number is only the HTTP status once more, and no code that a client could compare with. */
function codeOf({ code, type }: ErrorBody): string {
  const word = boundedWord(code);
  if (word && !/^\d+$/.test(word)) return word;
  return boundedWord(type) ?? catalogue.upstream_failed.code;
}
