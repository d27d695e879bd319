import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse, type CallId, type GatewayError } from '#kernel';
import { chatEnvelope } from './chat-envelope.js';
import { envelopeOf } from './envelope-of.js';
import { errorHeaders } from './error-headers.js';

/** A request that the HTTP parser itself gave up on: no route, no key, only a socket to answer on. */
export function answerClientError(
  fault: Error & { code?: string },
  socket: Duplex,
  id: CallId,
): void {
  if (fault.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  answerOnSocket(socket, errorOf(fault.code), id);
}

/** Where there is no response to write to: the parser gave up, or gave the socket away. */
export function answerOnSocket(socket: Duplex, error: GatewayError, id: CallId): void {
  const body = chatEnvelope.renderError(error, id);
  const { status } = error.spec;
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'request-id': id,
    ...errorHeaders(error),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}

function errorOf(code: string | undefined): GatewayError {
  if (code === 'HPE_HEADER_OVERFLOW') return refuse('headers_too_large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refuse('body_too_slow');
  return refuse('header_invalid', { message: 'The request is not valid HTTP.' });
}

/** An address that cannot be decoded: the router gives up before any route or hook is known. */
export function answerBadAddress(
  _fault: Error,
  { id, raw }: FastifyRequest,
  reply: FastifyReply,
): void {
  const error = refuse('path_invalid');
  void reply
    .status(error.spec.status)
    .headers({ 'request-id': id, 'x-request-id': id, 'cache-control': 'no-store' })
    .type('application/json; charset=utf-8')
    .send(envelopeOf(raw).renderError(error, id));
}
