import { timingSafeEqual } from 'node:crypto';
import type { Secret } from '#kernel';

/** Whether the header is `Bearer <token>`. */
export function sendsToken(authorization: string | undefined, token: Secret): boolean {
  const sent = Buffer.from(authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token.reveal()}`);
  return sent.length === wanted.length && timingSafeEqual(sent, wanted);
}
