import { expect, it } from 'vitest';
import { sha256 } from '#kernel';
import { amzDate, encodeSegment, signRequest } from './sign-request.js';

/** The keys, the time and the signatures of AWS's own suite of tests. */
const keys = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};
const nowMs = Date.UTC(2015, 7, 30, 12, 36);
const scope = { region: 'us-east-1', service: 'service', nowMs };
const HEADERS = { host: 'example.amazonaws.com', 'x-amz-date': '20150830T123600Z' };
const signatureOf = (
  change: Partial<Parameters<typeof signRequest>[2]> & { readonly body?: string },
) => {
  const bodyHash = sha256(change.body ?? '').toString('hex');
  const request = { method: 'GET', path: '/', headers: HEADERS, ...change, bodyHash };
  return /Signature=(.*)$/.exec(signRequest(keys, scope, request))?.[1];
};

it.each([
  ['get-vanilla', {}, '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  [
    'post-vanilla',
    { method: 'POST' },
    '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  ],
  [
    'get-utf8',
    { path: '/\u1234' },
    '8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85',
  ],
  [
    'get-header-value-trim',
    { headers: { ...HEADERS, 'my-header1': ' value1', 'my-header2': ' "a   b   c"' } },
    'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
  ],
  [
    'post-x-www-form-urlencoded',
    {
      method: 'POST',
      headers: { ...HEADERS, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'Param1=value1',
    },
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
])('a request is signed as in %s', (_name, request, signature) => {
  expect(signatureOf(request)).toBe(signature);
});

it('names the key, the scope and the headers, in order', () => {
  const headers = { 'x-amz-security-token': 't', ...HEADERS };
  const request = { method: 'POST', path: '/a', headers, bodyHash: 'h' };
  expect(signRequest(keys, scope, request)).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/20150830\/us-east-1\/service\/aws4_request, SignedHeaders=host;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$/,
  );
});

it('signs a path that is encoded once more than it is sent', () => {
  const sent = `/model/${encodeSegment('a:b/c(d)')}`;
  expect(sent).toBe('/model/a%3Ab%2Fc%28d%29');
  expect(signatureOf({ path: sent })).not.toBe(signatureOf({ path: '/model/a:b/c(d)' }));
});

it('writes the time in the provider’s form', () => {
  expect(amzDate(nowMs + 7)).toBe('20150830T123600Z');
});
