import { createPublicKey, createVerify, type KeyObject } from 'node:crypto';
import { SystemEntropy, type Clock } from '#kernel';
import { json, type WholeAnswer } from '../http/answer.js';
import { ACCOUNTS_MAX, TOKENS_ISSUED_MAX } from '../limits.js';
import { invalid, ProviderError } from '../provider-error.js';

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const LIFE_SECONDS = 3_599;
const ASSERTION_SECONDS_MAX = 3_600;
const SKEW_SECONDS = 300;

interface Claims {
  readonly alg?: unknown;
  readonly iss?: unknown;
  readonly sub?: unknown;
  readonly scope?: unknown;
  readonly aud?: unknown;
  readonly iat?: unknown;
  readonly exp?: unknown;
}

/**
 * Exchanges what a service account signed for an access token, as Google does: signature, claims and
 * times are checked. Accounts are those that a test made known.
 */
export class TokenEndpoint {
  private readonly accounts = new Map<string, KeyObject>();
  /** When each ends, milliseconds since 1970. */
  private readonly issued = new Map<string, number>();
  private readonly entropy = new SystemEntropy();

  constructor(private readonly clock: Clock) {}

  /** @param pem of its public key */
  admit(email: string, pem: string): void {
    let key: KeyObject;
    try {
      key = createPublicKey(pem);
    } catch {
      throw invalid('public_key is no PEM.', 'public_key');
    }
    addBounded(this.accounts, email, key, ACCOUNTS_MAX);
  }

  clear(): void {
    this.issued.clear();
  }

  /** @param url of this endpoint, as the client has it */
  grant(body: string, url: string): WholeAnswer {
    const form = new URLSearchParams(body);
    if (form.get('grant_type') !== GRANT_TYPE) {
      return oauthError('unsupported_grant_type', 'Invalid grant_type.');
    }
    const fault = this.faultOf(form.get('assertion') ?? '', url);
    if (fault !== undefined) return oauthError('invalid_grant', fault);
    const token = `ya29.${this.entropy.bytes(24).toString('base64url')}`;
    addBounded(this.issued, token, this.clock.nowMs() + LIFE_SECONDS * 1_000, TOKENS_ISSUED_MAX);
    return json({ access_token: token, expires_in: LIFE_SECONDS, token_type: 'Bearer' });
  }

  /** @throws ProviderError 401 */
  check(authorization: string | undefined): void {
    const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? '';
    if ((this.issued.get(token) ?? 0) > this.clock.nowMs()) return;
    throw new ProviderError(401, {
      message:
        'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
      type: 'UNAUTHENTICATED',
      param: null,
      code: null,
    });
  }

  private faultOf(assertion: string, url: string): string | undefined {
    const [head = '', payload = '', signature = '', ...rest] = assertion.split('.');
    const header = decoded(head);
    const claims = decoded(payload);
    if (!header || !claims || signature === '' || rest.length > 0) return 'Invalid JWT.';
    if (header.alg !== 'RS256') return 'Invalid JWT: alg must be RS256.';
    const key = this.accounts.get(String(claims.iss));
    if (!key) return 'Invalid grant: account not found';
    const verifier = createVerify('RSA-SHA256').update(`${head}.${payload}`);
    if (!verifier.verify(key, signature, 'base64url')) return 'Invalid JWT Signature.';
    if (claims.sub !== undefined && claims.sub !== claims.iss) return 'Invalid sub.';
    if (claims.aud !== url) return 'Invalid JWT: Failed audience check.';
    if (claims.scope !== SCOPE) return 'Invalid OAuth scope.';
    return this.timeFault(Number(claims.iat), Number(claims.exp));
  }

  private timeFault(issued: number, ends: number): string | undefined {
    const now = this.clock.nowMs() / 1_000;
    const isShort = ends > issued && ends - issued <= ASSERTION_SECONDS_MAX;
    const isNow = issued <= now + SKEW_SECONDS && ends >= now - SKEW_SECONDS;
    return isShort && isNow
      ? undefined
      : 'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.';
  }
}

const oauthError = (error: string, description: string): WholeAnswer =>
  json({ error, error_description: description }, 400);

function decoded(part: string): Claims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function addBounded<Value>(entries: Map<string, Value>, key: string, value: Value, most: number) {
  entries.set(key, value);
  if (entries.size <= most) return;
  const oldest = entries.keys().next().value;
  if (oldest !== undefined) entries.delete(oldest);
}
