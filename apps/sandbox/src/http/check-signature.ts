import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ProviderError } from '../provider-error.js';

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=[A-Z0-9]{16,}\/(\d{8})\/[a-z0-9-]+\/bedrock\/aws4_request, SignedHeaders=(\S+), Signature=[0-9a-f]{64}$/;
const SIGNED = ['host', 'x-amz-content-sha256', 'x-amz-date'];

export const isSigned = ({ authorization }: IncomingHttpHeaders): boolean =>
  authorization?.startsWith('AWS4-HMAC-SHA256 ') ?? false;

/**
 * A request that was signed for Bedrock: the form of the signature, and the hash of the body that it
 * covers. The sandbox has no keys to compute the signature itself with. @throws ProviderError 403
 */
export function checkSignature(headers: IncomingHttpHeaders, body: Buffer): void {
  const [, day, signed = ''] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  const names = signed.split(';');
  const token = headers['x-amz-security-token'];
  const isWhole =
    day !== undefined &&
    String(headers['x-amz-date']).startsWith(`${day}T`) &&
    SIGNED.every((name) => names.includes(name)) &&
    (token === undefined || names.includes('x-amz-security-token'));
  const hash = createHash('sha256').update(body).digest('hex');
  if (isWhole && headers['x-amz-content-sha256'] === hash) return;
  throw new ProviderError(403, {
    message: 'The request signature we calculated does not match the signature you provided.',
    type: 'InvalidSignatureException',
    param: null,
    code: null,
  });
}
