import type { Attempt } from '#kernel';
import type { Reply } from '#wire';
import type { Failure } from './attempt.js';

/** An answer that was to bring a picture and brings none: mostly, the model would not draw that. */
export const bringsNone = ({ body }: Reply): boolean =>
  body.kind === 'json' && body.frame.pictures?.length === 0;

/** It was billed, and would be again. */
export const noPicture = ({ body }: Reply, attempt: Attempt): Failure => {
  const finish =
    body.kind === 'json' ? body.frame.events.find(({ type }) => type === 'finish') : undefined;
  const reason = finish?.type === 'finish' ? finish.reason : 'stop';
  return {
    cause: 'upstream_status',
    provider: {
      status: 400,
      type: 'invalid_request_error',
      code: reason === 'content_filter' ? 'content_policy_violation' : 'no_image',
      message: `The model made no image of this prompt (${reason}).`,
      param: 'prompt',
      retryAfterMs: null,
      isCredentialFault: false,
    },
    attempt,
    retryAfterMs: null,
    mayFailOver: false,
    billable: 'request',
  };
};
