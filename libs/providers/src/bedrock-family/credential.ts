import { Secret } from '#kernel';
import type { AwsKeys } from './sign-request.js';

/** What opens the door: an API key, or keys that requests are signed with. */
export type Credential =
  | { readonly kind: 'api key'; readonly key: Secret }
  | { readonly kind: 'keys'; readonly keys: AwsKeys; readonly sessionToken: Secret | undefined }
  /** It is neither, so the provider will not take it. */
  | { readonly kind: 'none' };

const NONE: Credential = { kind: 'none' };

/** By the secret that they were read from: that is done once. */
const known = new WeakMap<Secret, Credential>();

/**
 * An API key as it is, or the object that `aws configure export-credentials` prints: `AccessKeyId`,
 * `SecretAccessKey` and, for keys that expire, `SessionToken`.
 */
export function credentialOf(secret: Secret | undefined): Credential {
  if (!secret) return NONE;
  let credential = known.get(secret);
  if (!credential) known.set(secret, (credential = readCredential(secret)));
  return credential;
}

function readCredential(secret: Secret): Credential {
  const text = secret.reveal().trim();
  if (!text.startsWith('{')) return { kind: 'api key', key: secret };
  const { AccessKeyId, SecretAccessKey, SessionToken } = membersOf(text);
  if (typeof AccessKeyId !== 'string' || typeof SecretAccessKey !== 'string') return NONE;
  return {
    kind: 'keys',
    keys: { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey },
    sessionToken: typeof SessionToken === 'string' ? new Secret(SessionToken) : undefined,
  };
}

function membersOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
