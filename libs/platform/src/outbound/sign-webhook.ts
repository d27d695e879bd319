import { createHmac } from 'node:crypto';
import type { Secret } from '#kernel';

const PREFIX = 'whsec_';

/**
 * The headers of a webhook as standardwebhooks.com describes them, for which there are libraries in most
 * languages: HMAC-SHA-256 over id, time and body. A secret that begins with `whsec_` is base64 behind it;
 * any other one is its own bytes.
 */
export function signWebhook(
  { id, body }: { readonly id: string; readonly body: string },
  secret: Secret,
  nowMs: number,
): Record<string, string> {
  const seconds = String(Math.floor(nowMs / 1_000));
  const text = secret.reveal();
  const key = text.startsWith(PREFIX)
    ? Buffer.from(text.slice(PREFIX.length), 'base64')
    : Buffer.from(text);
  const digest = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${digest}`,
  };
}
