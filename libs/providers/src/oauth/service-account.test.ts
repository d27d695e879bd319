import { createVerify, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Secret } from '#kernel';
import { aServiceAccount } from '../../../../test/support/service-account.js';
import { serviceAccounts } from './service-account.js';

const ACCOUNT = aServiceAccount();
const NOW_MS = 1_763_640_000_500;
const URL_OF = 'https://tokens.example/token';

describe('the key file of a service account', () => {
  it('signs who asks, for what, whom and how long', () => {
    const form = new URLSearchParams(
      serviceAccounts.formOf(new Secret(ACCOUNT.keyFile), URL_OF, NOW_MS),
    );
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown;
    expect(read(head)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'k1' });
    expect(read(claims)).toEqual({
      iss: ACCOUNT.email,
      sub: ACCOUNT.email,
      scope: 'https://www.googleapis.com/auth/cloud-platform',
      aud: URL_OF,
      iat: 1_763_640_000,
      exp: 1_763_643_600,
    });
    const signed = createVerify('RSA-SHA256').update(`${head}.${claims}`);
    expect(signed.verify(ACCOUNT.publicKey, signature, 'base64url')).toBe(true);
  });

  const file = JSON.parse(ACCOUNT.keyFile) as Record<string, string>;
  const { privateKey: ec } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

  it.each([
    ['no JSON', 'AIzaSyNotAKeyFile', 'not the key file'],
    ['a list', '[]', 'not the key file'],
    ['a user’s own', JSON.stringify({ ...file, type: 'authorized_user' }), 'type'],
    ['nobody’s', JSON.stringify({ ...file, client_email: '' }), 'client_email'],
    ['without its key', JSON.stringify({ ...file, private_key: undefined }), 'private_key'],
    [
      'with a key on one line',
      JSON.stringify({ ...file, private_key: file['private_key']?.replaceAll('\n', ' ') }),
      'line breaks',
    ],
    ['with a key of another kind', JSON.stringify({ ...file, private_key: ec }), 'RSA'],
  ])('that is %s is told as such, and not quoted', (_what, text, word) => {
    const fault = serviceAccounts.faultOf(new Secret(text));
    expect(fault).toContain(word);
    expect(fault).not.toMatch(/AIza|BEGIN|iam\.example/);
    expect(serviceAccounts.formOf(new Secret(text), URL_OF, NOW_MS)).toBeUndefined();
  });

  it('that can be used has no fault', () => {
    expect(serviceAccounts.faultOf(new Secret(ACCOUNT.keyFile))).toBeUndefined();
  });
});
