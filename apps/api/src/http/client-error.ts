import type { Duplex } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse, type CallId } from '#kernel';
import { envelopeOf } from './envelope-of.js';

const REASONS: Readonly<Record<string, string>> = {
  400: 'Bad Request',
  431: 'Request Header Fields Too Large',
};

/** A request that the HTTP parser itself gave up on: no route, no key, only a socket to answer on. */
export function answerClientError(
  fault: Error & { code?: string },
  socket: Duplex,
  id: CallId,
): void {
  if (fault.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const isTooLarge = fault.code === 'HPE_HEADER_OVERFLOW';
  const error = isTooLarge
    ? refuse('headers_too_large')
    : refuse('header_invalid', { message: 'The request is not valid HTTP.' });
  const body = envelopeOf('').renderError(error, id);
  const { status } = error.spec;
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status] ?? ''}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nrequest-id: ${id}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** An address that cannot be decoded: the router gives up before any route or hook is known. */
export function answerBadAddress(
  _fault: Error,
  { id, url }: FastifyRequest,
  reply: FastifyReply,
): void {
  const error = refuse('path_invalid');
  void reply
    .status(error.spec.status)
    .headers({ 'request-id': id, 'x-request-id': id, 'cache-control': 'no-store' })
    .type('application/json; charset=utf-8')
    .send(envelopeOf(url).renderError(error, id));
}
