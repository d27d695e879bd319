import { createHash, createHmac } from 'node:crypto';

/** A pair of keys of an AWS account. */
export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface SigningScope {
  readonly region: string;
  readonly service: string;
  /** Milliseconds since 1970; the provider takes a few minutes of difference. */
  readonly nowMs: number;
}

export interface SignableRequest {
  readonly method: string;
  /** As it is sent, without a query. */
  readonly path: string;
  /** All that are to be signed, lower-case names; `host` and `x-amz-date` among them. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, hexadecimal. */
  readonly bodyHash: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** The `authorization` header of AWS Signature Version 4. */
export function signRequest(
  { accessKeyId, secretAccessKey }: AwsKeys,
  { region, service, nowMs }: SigningScope,
  { method, path, headers, bodyHash }: SignableRequest,
): string {
  const time = amzDate(nowMs);
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/${service}/aws4_request`;
  const names = Object.keys(headers).sort();
  const lines = names.map((name) => `${name}:${headers[name]?.trim().replaceAll(/ +/g, ' ')}\n`);
  const signed = names.join(';');
  const canonical = [method, canonicalPath(path), '', lines.join(''), signed, bodyHash].join('\n');
  const toSign = [ALGORITHM, time, scope, hashOf(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    (derived, word) => hmac(derived, word),
    `AWS4${secretAccessKey}`,
  );
  const signature = hmac(key, toSign).toString('hex');
  return `${ALGORITHM} Credential=${accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`;
}

/** `20150830T123600Z` */
export const amzDate = (nowMs: number): string =>
  new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

/** Every segment is encoded once more than it is sent. */
const canonicalPath = (path: string): string => path.split('/').map(encodeSegment).join('/');

/** Leaves letters, digits and `-._~` alone, and nothing else. */
export const encodeSegment = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();
