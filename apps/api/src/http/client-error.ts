import type { Duplex } from 'node:stream';
import { refuse, type CallId } from '#kernel';
import { renderChatError } from './chat-envelope.js';

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
  const body = renderChatError(error);
  const { status } = error.spec;
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status] ?? ''}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nrequest-id: ${id}\r\nconnection: close\r\n\r\n${body}`,
  );
}
