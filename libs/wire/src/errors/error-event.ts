import { catalogue } from '#kernel';
import type { ReplyEvent } from '../reply.js';
import { cleanMessage } from './clean-message.js';
import type { ErrorBody } from './read-error-body.js';

export type ErrorEvent = Extract<ReplyEvent, { readonly type: 'error' }>;

/** The event for an error that a provider sent inside of an answer. */
export function errorEvent(body: Pick<ErrorBody, 'message' | 'code' | 'type'>): ErrorEvent {
  const message = cleanMessage(body.message ?? '') || catalogue.upstream_failed.message;
  return { type: 'error', message, code: codeOf(body) };
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
function codeOf({ code, type }: Pick<ErrorBody, 'code' | 'type'>): string {
  if (code && !/^\d+$/.test(code)) return code;
  return type ?? catalogue.upstream_failed.code;
}
