import { catalogue } from '#kernel';
import type { ErrorEvent, ReplyFrame } from '../reply.js';
import { boundedWord } from './clean-message.js';
import { readErrorBody } from './read-error-body.js';
import { writeSse } from '../sse/write-sse.js';

/** The error that ends a stream; no `[DONE]` follows. @param json the rendered `{"error":{…}}` */
export const writeStreamError = (json: string, name = ''): string => writeSse(json, name);

/** The same from an error event, with the provider's type where it sent one. */
export function writeErrorEvent(
  { message, param, code }: ErrorEvent,
  { document }: ReplyFrame,
): string {
  const sent = document ? readErrorBody(document.root) : undefined;
  const type = boundedWord(sent?.type ?? null) ?? catalogue.upstream_failed.type;
  return writeStreamError(JSON.stringify({ error: { message, type, param: param ?? null, code } }));
}
