import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { JobFile } from '#documents';

/** To be saved and never shown: a browser runs nothing of it, keeps nothing, and tells nobody where it is from. */
export function sendFile(
  reply: FastifyReply,
  { filename, mediaType, bytes, pieces }: JobFile,
): void {
  void reply
    .headers({
      'content-type': mediaType,
      'content-length': bytes,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'referrer-policy': 'no-referrer',
    })
    .send(Readable.from(pieces, { objectMode: false }));
}
