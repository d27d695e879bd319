import { describe, expect, it } from 'vitest';
import { loadConfig } from '#platform';
import {
  readFlowCookie,
  readSessionCookie,
  writeFlowCookie,
  writeSessionCookie,
} from './cookie.js';

const secure = loadConfig({ GW_PUBLIC_URL: 'https://gateway.example.org' });
const plain = loadConfig({});

describe.each([
  ['session', writeSessionCookie, readSessionCookie],
  ['oidc', writeFlowCookie, readFlowCookie],
])('the cookie of a %s', (name, write, read) => {
  it('is of this host alone where the gateway is reached by https', () => {
    for (const value of ['abc', null]) {
      const [pair = '', ...attributes] = write(value, secure).split('; ');
      expect(pair).toBe(`__Host-gw_${name}=${value ?? ''}`);
      // Without any of these, browsers refuse the prefix; with a domain they do too.
      expect(attributes).toEqual(expect.arrayContaining(['Secure', 'Path=/', 'HttpOnly']));
      expect(attributes.join()).not.toContain('Domain');
    }
    expect(read(`__Host-gw_${name}=abc`, secure)).toBe('abc');
    expect(read(`gw_${name}=abc`, secure)).toBeUndefined();
  });

  it('is read when it comes once', () => {
    expect(write('abc', plain)).toMatch(new RegExp(`^gw_${name}=abc; `));
    expect(write('abc', plain)).not.toContain('Secure');
    expect(read(`x=1; gw_${name}=abc`, plain)).toBe('abc');
    expect(read(`gw_${name}=abc; gw_${name}=def`, plain)).toBeUndefined();
    expect(read(undefined, plain)).toBeUndefined();
  });
});
