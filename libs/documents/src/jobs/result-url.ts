import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { refuse } from '#kernel';
import type { InstanceSecrets } from '#platform';

const KID_CHARS = 8;
const EXP_FORM = /^\d{1,12}$/;
const SIGNATURE_FORM = /^[\w-]{43}$/;

/** A result, as its address is bound to it. */
export interface SignedResult {
  readonly jobId: string;
  readonly organisationId: string;
  readonly sha256: string;
}

/** As they stand in the query. */
export interface ResultSignature {
  readonly exp: string;
  readonly kid: string;
  readonly sig: string;
}

/** The query of an address that needs no key. @param exp seconds since the epoch */
export function signResult(
  secrets: InstanceSecrets,
  result: SignedResult,
  exp: number,
): ResultSignature {
  const key = keyOf(secrets, result);
  const kid = kidOf(key);
  return {
    exp: String(exp),
    kid,
    sig: hmacOf(key, result, String(exp), kid).toString('base64url'),
  };
}

/**
 * What is signed is looked at first: a time that somebody wrote himself tells nothing.
 * @throws signature_invalid, url_expired
 */
export function checkResult(
  secrets: InstanceSecrets,
  result: SignedResult,
  { exp = '', kid = '', sig = '' }: Partial<ResultSignature>,
  nowMs: number,
): void {
  const key = keyOf(secrets, result);
  const isSound =
    EXP_FORM.test(exp) &&
    SIGNATURE_FORM.test(sig) &&
    kid === kidOf(key) &&
    timingSafeEqual(Buffer.from(sig, 'base64url'), hmacOf(key, result, exp, kid));
  if (!isSound) throw refuse('signature_invalid');
  if (Number(exp) * 1_000 <= nowMs) throw refuse('url_expired');
}

const keyOf = (secrets: InstanceSecrets, { organisationId }: SignedResult): Buffer =>
  secrets.derive(`result-url/${organisationId}`);

/** Which key it was, without telling it: an address of before a new master key is told apart. */
const kidOf = (key: Buffer): string =>
  createHash('sha256').update('kid').update(key).digest('hex').slice(0, KID_CHARS);

const hmacOf = (key: Buffer, { jobId, sha256 }: SignedResult, exp: string, kid: string): Buffer =>
  createHmac('sha256', key).update(`v1\nGET\n${jobId}\n${sha256}\n${exp}\n${kid}`).digest();
