import type { Cancellation } from '#kernel';
import type { HttpClient, HttpRequest } from '../http/http-client.js';
import type { HttpExchange } from '../http/http-exchange.js';
import { withoutFields } from './without-fields.js';

/** @param fields that the endpoint refuses; the signature covers what is left */
export function sendWithout(
  http: HttpClient,
  request: HttpRequest,
  fields: readonly string[],
  cancellation: Cancellation,
): Promise<HttpExchange> {
  if (fields.length === 0 || typeof request.body !== 'string') {
    return http.send(request, cancellation);
  }
  return withoutFields(request.body, fields, cancellation).then((body) =>
    http.send({ ...request, body }, cancellation),
  );
}
