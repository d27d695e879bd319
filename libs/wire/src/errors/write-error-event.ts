import { catalogue } from '#kernel';
import type { ErrorEvent } from './error-event.js';
import { readErrorBody } from './read-error-body.js';
import type { ReplyFrame } from '../reply.js';
import { writeSse } from '../sse/write-sse.js';

/** The error that ends a stream; no `[DONE]` follows. @param json the rendered `{"error":{…}}` */
export const writeStreamError = (json: string): string => writeSse(json);

/** The same from an error event, with the provider's type and param where it sent them. */
export function writeErrorEvent({ message, code }: ErrorEvent, { document }: ReplyFrame): string {
  const sent = document ? readErrorBody(document.root) : undefined;
  const type = sent?.type ?? catalogue.upstream_failed.type;
  return writeStreamError(
    JSON.stringify({ error: { message, type, param: sent?.param ?? null, code } }),
  );
}
