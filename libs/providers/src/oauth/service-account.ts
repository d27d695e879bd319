import { createPrivateKey, createSign, type KeyObject } from 'node:crypto';
import type { Secret } from '#kernel';
import type { SecretExchange } from './secret-exchange.js';

interface ServiceAccount {
  readonly email: string;
  /** Names the key among those of the account. */
  readonly keyId: string | undefined;
  readonly key: KeyObject;
}

const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const LIFE_SECONDS = 3_600; // More is refused.

/** The key file of a Google service account; RFC 7523. */
export const serviceAccounts: SecretExchange = {
  tokenUrl: TOKEN_URL,
  faultOf(secret) {
    const account = read(secret);
    return typeof account === 'string' ? account : undefined;
  },
  formOf(secret, audience, nowMs) {
    const account = read(secret);
    if (typeof account === 'string') return undefined;
    const form = { grant_type: GRANT_TYPE, assertion: assertionOf(account, audience, nowMs) };
    return new URLSearchParams(form).toString();
  },
};

/** A JWT that says who asks, signed with the account's key by RS256. */
function assertionOf({ email, keyId, key }: ServiceAccount, audience: string, nowMs: number) {
  const issued = Math.floor(nowMs / 1_000);
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) };
  const claims = {
    iss: email,
    sub: email,
    scope: SCOPE,
    aud: audience,
    iat: issued,
    exp: issued + LIFE_SECONDS,
  };
  const signed = `${encoded(header)}.${encoded(claims)}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`;
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** What the file says, or what is wrong with it, in words that quote nothing of it. */
function read(secret: Secret): ServiceAccount | string {
  const members = membersOf(secret.reveal());
  if (!members) return 'not the key file of a service account, which is a JSON object';
  const { type, client_email: email, private_key: pem, private_key_id: keyId } = members;
  if (type !== 'service_account') {
    return 'a JSON object, but its type is not service_account; make a key of a service account';
  }
  if (typeof email !== 'string' || email === '') return 'the key file has no client_email';
  if (typeof pem !== 'string' || pem === '') return 'the key file has no private_key';
  const key = keyOf(pem);
  if (key?.asymmetricKeyType !== 'rsa') {
    return 'the private_key of the key file is no RSA key in PEM; its line breaks may be lost';
  }
  return { email, keyId: typeof keyId === 'string' ? keyId : undefined, key };
}

function membersOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

function keyOf(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined; // OpenSSL's reason would quote what it read.
  }
}
